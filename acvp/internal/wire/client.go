package wire

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// Kind says in which way a request failed.
type Kind int

// The kinds of failure of a request. All but Refused are failures of the module or its wrapper as a process.
const (
	Refused  Kind = iota // the wrapper answered "error: ..." (feature errors)
	Died                 // the wrapper ended, or could not be started
	Hung                 // the request's time ran out
	Protocol             // the reply broke the protocol
	GivenUp              // the wrapper failed so often that it is not started again
)

func (k Kind) String() string {
	return [...]string{"refused", "died", "hung", "protocol", "given up"}[k]
}

// Error is the failure of one request.
type Error struct {
	Kind Kind
	Msg  string
}

func (e *Error) Error() string { return e.Msg }

// Call is one request and the number of strings its reply must have.
type Call struct {
	Name  string
	Args  [][]byte
	Want  int
	Bytes uint64 // bytes of message to be processed, if more than Args hold
}

func (c Call) size() uint64 {
	n := c.Bytes
	for _, a := range c.Args {
		n += uint64(len(a))
	}
	return n
}

// Options of a client.
type Options struct {
	Timeout    time.Duration // for a request
	TimeoutGiB time.Duration // more for each GiB of message
	Errors     bool          // the feature "errors" was negotiated
	LockStep   bool          // the feature "batch" was: one request at a time, each followed by flush
	MaxDeaths  int           // failures in a row after which the wrapper is given up
	MaxHangs   int           // the same for time-outs
}

// DefaultOptions are the times that the protocol's documentation promises.
func DefaultOptions() Options {
	return Options{Timeout: time.Minute, TimeoutGiB: time.Minute, MaxDeaths: 50, MaxHangs: 3}
}

// Client owns one wrapper process, and starts another when that one fails.
type Client struct {
	path string
	opts Options

	mu      sync.Mutex
	session *session
	deaths  int // failures since the last good reply
	hangs   int
	starts  int
	faults  []string // failures while no request was waiting
	closed  bool

	step sync.Mutex // held during a call in lock step
}

// NewClient makes a client of the wrapper at path. The process is started by the first call.
func NewClient(path string, opts Options) *Client {
	return &Client{path: path, opts: opts}
}

// SetFeatures tells the client what was negotiated, before the first concurrent call.
func (c *Client) SetFeatures(has func(string) bool) {
	c.opts.Errors = has("errors")
	c.opts.LockStep = has("batch")
}

// Call sends a request and waits for its reply. Concurrent calls are pipelined. If the wrapper fails, the oldest
// request in flight is blamed and gets the error; the others are sent again to the next process.
func (c *Client) Call(call Call) ([][]byte, error) {
	if c.opts.LockStep {
		c.step.Lock()
		defer c.step.Unlock()
	}
	for {
		s, err := c.current()
		if err != nil {
			return nil, err
		}
		p := &pending{call: call, done: make(chan struct{})}
		if !s.send(p) {
			continue
		}
		<-p.done
		if p.lost {
			continue
		}
		if p.err != nil {
			return nil, p.err
		}
		c.succeeded()
		return c.checked(call, p.reply)
	}
}

// checked applies the rules on a well-formed reply: the exact count, and error replies.
func (c *Client) checked(call Call, reply [][]byte) ([][]byte, error) {
	if c.opts.Errors && len(reply) == 1 && strings.HasPrefix(string(reply[0]), "error:") {
		return nil, &Error{Refused, "the module refused: " +
			strings.TrimSpace(strings.TrimPrefix(string(reply[0]), "error:"))}
	}
	if len(reply) != call.Want {
		return nil, &Error{Protocol, fmt.Sprintf("%s: %d strings in the reply, %d expected",
			call.Name, len(reply), call.Want)}
	}
	return reply, nil
}

// current gives the running session, or starts one.
func (c *Client) current() (*session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, &Error{GivenUp, "the client is closed"}
	}
	if c.session != nil && !c.session.isDead() {
		return c.session, nil
	}
	if c.hangs >= c.opts.MaxHangs || c.deaths >= c.opts.MaxDeaths {
		return nil, &Error{GivenUp, fmt.Sprintf("wrapper given up after %d failures in a row, %d of them time-outs",
			c.deaths, c.hangs)}
	}
	s, err := startSession(c)
	if err != nil {
		c.deaths = c.opts.MaxDeaths
		return nil, &Error{Died, "cannot start the wrapper: " + err.Error()}
	}
	c.starts++
	c.session = s
	return s, nil
}

func (c *Client) succeeded() {
	c.mu.Lock()
	c.deaths, c.hangs = 0, 0
	c.mu.Unlock()
}

// failed counts a failure; idle ones have no request to blame and are kept apart.
func (c *Client) failed(e *Error, idle bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deaths++
	if e.Kind == Hung {
		c.hangs++
	}
	if idle {
		c.faults = append(c.faults, e.Msg)
	}
}

// Faults lists failures of the wrapper that happened while no request was waiting.
func (c *Client) Faults() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.faults...)
}

// Starts counts the processes that were started.
func (c *Client) Starts() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.starts
}

// Close ends the wrapper: end of file first, a kill after two seconds. An exit code other than 0 is a fault.
func (c *Client) Close() {
	c.mu.Lock()
	s := c.session
	c.closed = true
	c.mu.Unlock()
	if s == nil {
		return
	}
	if fault := s.finish(2 * time.Second); fault != "" {
		c.mu.Lock()
		c.faults = append(c.faults, fault)
		c.mu.Unlock()
	}
}
