package wire_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cordon.example/acvp/internal/testbin"
	"cordon.example/acvp/internal/wire"
)

func TestMain(m *testing.M) { testbin.Main(m) }

func message(i int) []byte { return []byte(fmt.Sprintf("message number %06d", i)) }

// hashAll sends n requests at once and gives what came of each.
func hashAll(c *wire.Client, n int) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			reply, err := c.Call(wire.Call{Name: "SHA2-256", Args: [][]byte{message(i)}, Want: 1})
			want := sha256.Sum256(message(i))
			if err == nil && string(reply[0]) != string(want[:]) {
				err = errors.New("the reply belongs to another request")
			}
			errs[i] = err
		}()
	}
	wg.Wait()
	return errs
}

func client(t *testing.T, fault string, opts wire.Options) *wire.Client {
	t.Setenv("TESTWRAPPER_FAULT", fault)
	c := wire.NewClient(testbin.Wrapper(t), opts)
	c.SetFeatures(func(f string) bool { return f == "errors" })
	return c
}

func TestPipelinesInOrder(t *testing.T) {
	c := client(t, "", wire.DefaultOptions())
	for i, err := range hashAll(c, 500) {
		if err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	c.Close()
	if c.Starts() != 1 || len(c.Faults()) != 0 {
		t.Errorf("%d starts, faults %v", c.Starts(), c.Faults())
	}
}

func TestLockStepFlushes(t *testing.T) {
	c := wire.NewClient(testbin.Wrapper(t), wire.DefaultOptions())
	c.SetFeatures(func(f string) bool { return f == "batch" })
	for i, err := range hashAll(c, 20) {
		if err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	c.Close()
}

// TestBlamesTheRightRequest makes the wrapper fail at one message in many in flight.
func TestBlamesTheRightRequest(t *testing.T) {
	const guilty = 123
	for _, c := range []struct {
		fault string
		kind  wire.Kind
		text  string
	}{
		{"die", wire.Died, "exit status 3), its last words: testwrapper: told to die"},
		{"hang", wire.Hung, "no reply to SHA2-256 within"},
		{"garbage", wire.Protocol, "strings"},
		{"cut", wire.Protocol, "ends inside the bytes"},
		{"count", wire.Protocol, "2 strings in the reply, 1 expected"},
		{"refuse", wire.Refused, "told to refuse"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			opts := wire.DefaultOptions()
			opts.Timeout = 3 * time.Second
			cl := client(t, fmt.Sprintf("%s,SHA2-256:%s,1", c.fault, hex.EncodeToString(message(guilty))), opts)
			for i, err := range hashAll(cl, 300) {
				var e *wire.Error
				switch {
				case i != guilty && err != nil:
					t.Errorf("%d, which is innocent: %v", i, err)
				case i == guilty && !errors.As(err, &e):
					t.Errorf("the guilty one: %v", err)
				case i == guilty && (e.Kind != c.kind || !strings.Contains(e.Msg, c.text)):
					t.Errorf("%v: %s", e.Kind, e.Msg)
				}
			}
			cl.Close()
			if len(cl.Faults()) != 0 {
				t.Errorf("faults: %v", cl.Faults())
			}
		})
	}
}

func TestIdleFaultsAreKept(t *testing.T) {
	for _, fault := range []string{"leave", "extra"} {
		once := filepath.Join(t.TempDir(), "once")
		c := client(t, fault+",SHA2-256,1,"+once, wire.DefaultOptions())
		if err := hashAll(c, 1)[0]; err != nil {
			t.Errorf("%s: %v", fault, err)
		}
		for end := time.Now().Add(10 * time.Second); len(c.Faults()) == 0 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if err := hashAll(c, 1)[0]; err != nil {
			t.Errorf("%s, second process: %v", fault, err)
		}
		c.Close()
		if len(c.Faults()) != 1 || c.Starts() != 2 {
			t.Errorf("%s: %d starts, faults %v", fault, c.Starts(), c.Faults())
		}
	}
}

func TestGivesUp(t *testing.T) {
	opts := wire.DefaultOptions()
	opts.MaxDeaths = 5
	c := client(t, "die,SHA2-256,1", opts)
	var gaveUp int
	for range 20 {
		_, err := c.Call(wire.Call{Name: "SHA2-256", Args: [][]byte{nil}, Want: 1})
		var e *wire.Error
		if !errors.As(err, &e) {
			t.Fatalf("%v", err)
		}
		if e.Kind == wire.GivenUp {
			gaveUp++
		}
	}
	if c.Starts() != 5 || gaveUp != 15 {
		t.Errorf("%d starts, %d times given up", c.Starts(), gaveUp)
	}
}

func TestUnknownCommandIsADeath(t *testing.T) {
	c := client(t, "", wire.DefaultOptions())
	_, err := c.Call(wire.Call{Name: "no such thing", Want: 1})
	var e *wire.Error
	if !errors.As(err, &e) || e.Kind != wire.Died || !strings.Contains(e.Msg, "exit status 2") {
		t.Errorf("%v", err)
	}
	c.Close()
}

func TestCannotStart(t *testing.T) {
	c := wire.NewClient("/nonexistent/wrapper", wire.DefaultOptions())
	if _, err := c.Call(wire.Call{Name: "getConfig", Want: 1}); err == nil {
		t.Error("no error")
	}
}

func TestTimeGrowsWithTheMessage(t *testing.T) {
	opts := wire.DefaultOptions()
	opts.Timeout, opts.TimeoutGiB = 300*time.Millisecond, time.Hour
	c := client(t, "", opts)
	defer c.Close()
	// About a second of hashing: too long for the base time, not for the message's.
	call := wire.Call{Name: "SHA2-512/LDT", Args: [][]byte{make([]byte, 4096), wire.U64(1 << 17)}, Want: 1}
	call.Bytes = 4096 << 17
	if _, err := c.Call(call); err != nil {
		t.Error(err)
	}
}
