package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"cordon.example/acvp/internal/wire"
)

// fault is read from TESTWRAPPER_FAULT: "KIND,COMMAND[:HEX],N[,FILE]". At the N-th request of a process whose command
// begins with COMMAND, and whose arguments have the bytes HEX in them, the wrapper misbehaves. With FILE it does so in one
// process only: FILE is made when it happens. The kinds that change a reply count only requests whose reply they change,
// since the driver sends the requests of a group in any order: no test may depend on which of them is the N-th.
//
//	die      exits with code 3, without a reply
//	hang     never replies
//	count    replies with one string too many
//	garbage  replies with a frame that claims too many strings
//	cut      replies with half a frame, then exits
//	wrong    flips a bit in the last string of the reply
//	zero     replies with strings of zeros
//	empty    replies with empty strings
//	same     from there on repeats the first reply to that command
//	refuse   replies "error: ..."
//	extra    replies twice
//	leave    replies, then exits
type fault struct {
	kind, command string
	content       []byte
	n, seen       int
	file          string
	first         map[string][][]byte
}

var kinds = []string{"die", "hang", "count", "garbage", "cut", "wrong", "zero", "empty", "same", "refuse", "extra", "leave"}

func faultFromEnv() (*fault, error) {
	text := os.Getenv("TESTWRAPPER_FAULT")
	if text == "" {
		return &fault{}, nil
	}
	parts := strings.Split(text, ",")
	if len(parts) < 3 || len(parts) > 4 {
		return nil, errors.New("TESTWRAPPER_FAULT is not KIND,COMMAND,N[,FILE]")
	}
	n, err := strconv.Atoi(parts[2])
	if err != nil || !strings.Contains(" "+strings.Join(kinds, " ")+" ", " "+parts[0]+" ") {
		return nil, errors.New("TESTWRAPPER_FAULT has a bad number or kind")
	}
	command, digits, _ := strings.Cut(parts[1], ":")
	content, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("TESTWRAPPER_FAULT: after the colon must be hexadecimal digits")
	}
	f := &fault{kind: parts[0], command: command, content: content, n: n, first: map[string][][]byte{}}
	if len(parts) == 4 {
		f.file = parts[3]
	}
	return f, nil
}

// due tells whether this request is the one.
func (f *fault) due(name string, args, reply [][]byte) bool {
	if f.kind == "" || !strings.HasPrefix(name, f.command) || name == "getConfig" ||
		!bytes.Contains(bytes.Join(args, nil), f.content) || !f.changes(reply) {
		return false
	}
	f.seen++
	if f.kind == "same" {
		return f.seen >= f.n
	}
	if f.seen != f.n {
		return false
	}
	if f.file == "" {
		return true
	}
	made, err := os.OpenFile(f.file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return false
	}
	made.Close()
	return true
}

// changes tells whether the reply has what this kind of fault would change: an empty string, which is how a command
// refuses a key, has no bit to flip and is what zeros or nothing make of it.
func (f *fault) changes(reply [][]byte) bool {
	switch f.kind {
	case "wrong":
		return len(reply) > 0 && len(reply[len(reply)-1]) > 0
	case "zero", "empty":
		return len(bytes.Trim(bytes.Join(reply, nil), "\x00")) > 0
	}
	return true
}

// write writes the reply, or what the fault makes of it.
func (f *fault) write(w *bufio.Writer, name string, args, reply [][]byte) error {
	if !f.due(name, args, reply) {
		if f.first != nil && f.first[name] == nil {
			f.first[name] = reply
		}
		return wire.WriteStrings(w, reply...)
	}
	w.Flush()
	switch f.kind {
	case "die":
		return fmt.Errorf("told to die at %s", name)
	case "hang":
		time.Sleep(time.Hour)
	case "count":
		return wire.WriteStrings(w, append(reply, []byte("more"))...)
	case "garbage":
		_, err := w.Write([]byte{0xff, 0xff, 0xff, 0x7f})
		return err
	case "cut":
		w.Write([]byte{1, 0, 0, 0, 32, 0, 0, 0, 1, 2, 3})
		w.Flush()
		return errors.New("told to stop in the middle")
	case "wrong":
		last := bytes.Clone(reply[len(reply)-1])
		last[len(last)-1] ^= 1
		reply = append(append([][]byte{}, reply[:len(reply)-1]...), last)
	case "zero":
		zeros := make([][]byte, len(reply))
		for i := range reply {
			zeros[i] = make([]byte, len(reply[i]))
		}
		reply = zeros
	case "empty":
		reply = make([][]byte, len(reply))
	case "same":
		if f.first[name] == nil {
			f.first[name] = reply
		}
		reply = f.first[name]
	case "refuse":
		reply = [][]byte{[]byte("error: told to refuse")}
	case "extra":
		if err := wire.WriteStrings(w, reply...); err != nil {
			return err
		}
	case "leave":
		wire.WriteStrings(w, reply...)
		w.Flush()
		return errors.New("told to leave")
	}
	return wire.WriteStrings(w, reply...)
}
