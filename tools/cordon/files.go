package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"cordon.example/cordon/internal/keyfile"
	"cordon.example/cordon/internal/module"
)

// plain takes the file name out of an error, since it is said elsewhere.
func plain(err error) error {
	if errors.Is(err, syscall.EBADF) {
		return errors.New("it is closed")
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// open opens an input. Standard input can be read for one purpose only.
func (w *world) open(name, purpose string) (io.ReadCloser, error) {
	if name == "-" {
		if w.stdinUsed != "" {
			return nil, usage("standard input cannot be both %s and %s", w.stdinUsed, purpose)
		}
		w.stdinUsed = purpose
		return io.NopCloser(w.stdin), nil
	}
	if name == "" {
		return nil, usage("the name of %s is empty", purpose)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, badInput(name, plain(err))
	}
	if info.IsDir() {
		return nil, badInput(name, errors.New("this is a directory"))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, badInput(name, plain(err))
	}
	return f, nil
}

var errTooLong = errors.New("is too long for")

// readAll reads a file of at most limit bytes whole, into one buffer, so that a secret leaves no copies behind.
func (w *world) readAll(name, purpose string, limit int) ([]byte, error) {
	r, err := w.open(name, purpose)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	buffer := make([]byte, limit+1)
	n, err := io.ReadFull(r, buffer)
	switch {
	case err == nil:
		clear(buffer)
		return nil, badInput(name, fmt.Errorf("more than %d bytes, which %w %s", limit, errTooLong, purpose))
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		clear(buffer)
		return nil, badInput(name, plain(err))
	}
	return buffer[:n:n], nil
}

// copyTo passes a file of any size on to a hash.
func (w *world) copyTo(h *module.Hash, name, purpose string) error {
	r, err := w.open(name, purpose)
	if err != nil {
		return err
	}
	defer r.Close()
	buffer := make([]byte, 1<<16)
	defer clear(buffer)
	for {
		n, err := r.Read(buffer)
		if n != 0 {
			if _, err := h.Write(buffer[:n]); err != nil {
				return fromModule(name, err)
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return badInput(name, plain(err))
		}
	}
}

// publicMode is that of files without secrets.
func (w *world) publicMode() os.FileMode { return 0o666 &^ w.umask }

// privateKey reads a private key file into the module.
func (w *world) privateKey(name string, use uint32) (*module.PrivateKey, *keyfile.Curve, error) {
	data, err := w.readAll(name, "a private key", keyfile.MaxSize)
	if err != nil {
		return nil, nil, err
	}
	defer clear(data)
	k, err := keyfile.ParsePrivate(data)
	if err != nil {
		return nil, nil, badInput(name, err)
	}
	defer k.Wipe()
	var pub *module.PublicKey
	if k.Public != nil {
		if pub, err = w.session.ImportPublic(k.Curve.ID, k.Public); err != nil {
			return nil, nil, fromModule(name, fmt.Errorf("the public key in it: %w", err))
		}
		defer pub.Wipe()
	}
	key, err := w.session.ImportPrivate(k.Curve.ID, use, pub, k.D)
	if err != nil {
		return nil, nil, fromModule(name, err)
	}
	return key, k.Curve, nil
}

// publicKey reads a public key file into the module.
func (w *world) publicKey(name, purpose string) (*module.PublicKey, *keyfile.Curve, error) {
	data, err := w.readAll(name, purpose, keyfile.MaxSize)
	if err != nil {
		return nil, nil, err
	}
	defer clear(data) // a private key, if the wrong file was given
	k, err := keyfile.ParsePublic(data)
	if err != nil {
		return nil, nil, badInput(name, err)
	}
	key, err := w.session.ImportPublic(k.Curve.ID, k.Point)
	if err != nil {
		return nil, nil, fromModule(name, err)
	}
	return key, k.Curve, nil
}
