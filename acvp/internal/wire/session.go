package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// ErrorsEnv is set to 1 for a wrapper whose driver takes "error:" replies; without it a wrapper must not offer "errors".
const ErrorsEnv = "ACVP_WRAPPER_ERRORS"

// pending is a request in flight. Exactly one of reply, err and lost is set when done is closed.
type pending struct {
	call  Call
	reply [][]byte
	err   error
	lost  bool // another request brought the process down: send again
	done  chan struct{}
}

// session is one wrapper process with the requests that it has not answered, in order.
type session struct {
	client *Client
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr *tail
	exited chan struct{} // closed when the process was waited for and its failure noted

	mu        sync.Mutex
	queue     []*pending
	unwritten []*pending
	wake      *sync.Cond
	headSince time.Time
	dead      bool
	failed    bool // dead, and not by an orderly end
	closing   bool
}

func startSession(c *Client) (*session, error) {
	s := &session{client: c, cmd: exec.Command(c.path), stderr: &tail{}, exited: make(chan struct{})}
	s.wake = sync.NewCond(&s.mu)
	s.cmd.Stderr = s.stderr
	s.cmd.Env = append(os.Environ(), ErrorsEnv+"=1")
	s.cmd.WaitDelay = 2 * time.Second
	stdin, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	s.stdin = stdin
	go s.writeLoop()
	go s.readLoop(stdout)
	go s.watch()
	return s, nil
}

func (s *session) isDead() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dead
}

// send queues a request; it answers false if the session is already dead.
func (s *session) send(p *pending) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead || s.closing {
		return false
	}
	if len(s.queue) == 0 {
		s.headSince = time.Now()
	}
	s.queue = append(s.queue, p)
	s.unwritten = append(s.unwritten, p)
	s.wake.Signal()
	return true
}

// writeLoop writes requests in order. A write error is left to readLoop, which sees the end of the output.
func (s *session) writeLoop() {
	w := bufio.NewWriterSize(s.stdin, 1<<16)
	for {
		p := s.nextUnwritten(w)
		if p == nil {
			w.Flush()
			s.stdin.Close()
			return
		}
		parts := append([][]byte{[]byte(p.call.Name)}, p.call.Args...)
		err := WriteStrings(w, parts...)
		if err == nil && s.client.opts.LockStep {
			err = WriteStrings(w, []byte("flush"))
		}
		if errors.Is(err, ErrFrame) {
			s.fail(&Error{Protocol, err.Error()})
			return
		}
	}
}

// nextUnwritten waits for a request, flushing before it blocks; nil means that the session ends.
func (s *session) nextUnwritten(w *bufio.Writer) *pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.unwritten) == 0 && !s.dead && !s.closing {
		if w.Buffered() > 0 {
			s.mu.Unlock()
			w.Flush()
			s.mu.Lock()
			continue
		}
		s.wake.Wait()
	}
	if s.dead || len(s.unwritten) == 0 {
		return nil
	}
	p := s.unwritten[0]
	s.unwritten = s.unwritten[1:]
	return p
}

// readLoop hands replies to the requests in order, until the output ends.
func (s *session) readLoop(stdout io.Reader) {
	r := bufio.NewReaderSize(stdout, 1<<16)
	for {
		reply, err := ReadStrings(r)
		if err != nil {
			s.outputEnded(err)
			return
		}
		s.mu.Lock()
		if len(s.queue) == 0 {
			s.mu.Unlock()
			s.fail(&Error{Protocol, "the wrapper wrote a reply that nothing asked for"})
			return
		}
		p := s.queue[0]
		s.queue = s.queue[1:]
		s.headSince = time.Now()
		s.mu.Unlock()
		p.reply = reply
		close(p.done)
	}
}

// outputEnded tells a bad frame from the end of the process, and says how that ended.
func (s *session) outputEnded(err error) {
	s.mu.Lock()
	orderly := s.closing && len(s.queue) == 0
	s.mu.Unlock()
	if orderly {
		s.cmd.Wait()
		s.mu.Lock()
		s.dead = true
		s.mu.Unlock()
		close(s.exited)
		return
	}
	e := &Error{Died, "wrapper died"}
	if errors.Is(err, ErrFrame) {
		e = &Error{Protocol, "the wrapper's reply: " + err.Error()}
	}
	s.fail(e)
}

// fail ends the process, blames the oldest request and gives the others back.
func (s *session) fail(e *Error) {
	s.mu.Lock()
	if s.dead {
		s.mu.Unlock()
		return
	}
	s.dead, s.failed = true, true
	queue := s.queue
	s.queue, s.unwritten = nil, nil
	s.wake.Broadcast()
	s.mu.Unlock()

	e.Msg += s.reap(e.Kind)
	s.client.failed(e, len(queue) == 0)
	close(s.exited)
	for i, p := range queue {
		if i == 0 {
			p.err = e
		} else {
			p.lost = true
		}
		close(p.done)
	}
}

// reap kills the process, which gets a moment to end by itself if it seems to be dying, and describes its end.
func (s *session) reap(kind Kind) string {
	if kind == Died {
		timer := time.AfterFunc(time.Second, func() { s.cmd.Process.Kill() })
		defer timer.Stop()
	} else {
		s.cmd.Process.Kill()
	}
	s.stdin.Close()
	s.cmd.Wait()
	text := ""
	if kind == Died {
		text = " (" + s.cmd.ProcessState.String() + ")"
	}
	if last := s.stderr.String(); last != "" {
		text += ", its last words: " + last
	}
	return text
}

// limit is the time that a request may take.
func (s *session) limit(c Call) time.Duration {
	gib := float64(c.size()) / (1 << 30)
	return s.client.opts.Timeout + time.Duration(gib*float64(s.client.opts.TimeoutGiB))
}

// watch kills a process whose oldest request has run out of time.
func (s *session) watch() {
	tick := min(s.client.opts.Timeout/10, 200*time.Millisecond)
	for {
		select {
		case <-s.exited:
			return
		case <-time.After(tick):
		}
		s.mu.Lock()
		var late *Error
		if len(s.queue) > 0 && !s.dead {
			limit := s.limit(s.queue[0].call)
			if time.Since(s.headSince) > limit {
				late = &Error{Hung, fmt.Sprintf("no reply to %s within %v", s.queue[0].call.Name,
					limit.Round(time.Millisecond))}
			}
		}
		s.mu.Unlock()
		if late != nil {
			s.fail(late)
			return
		}
	}
}

// finish closes the input and waits; it describes an end that was not orderly.
func (s *session) finish(patience time.Duration) string {
	s.mu.Lock()
	if s.dead {
		s.mu.Unlock()
		<-s.exited
		return ""
	}
	s.closing = true
	s.wake.Broadcast()
	s.mu.Unlock()
	select {
	case <-s.exited:
	case <-time.After(patience):
		s.cmd.Process.Kill()
		<-s.exited
		return "the wrapper did not exit at end of file and was killed"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.failed && !s.cmd.ProcessState.Success() {
		return "at end of file: " + s.cmd.ProcessState.String()
	}
	return ""
}

// tail keeps the end of what a process writes to standard error.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailLen = 400

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > 4*tailLen {
		t.buf = append([]byte(nil), t.buf[len(t.buf)-tailLen:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.buf
	if len(b) > tailLen {
		b = b[len(b)-tailLen:]
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(b), "?")), " ")
}
