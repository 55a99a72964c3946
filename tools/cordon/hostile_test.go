package main

import (
	"bytes"
	"encoding/asn1"
	"encoding/pem"
	"os"
	"strconv"
	"syscall"
	"testing"

	"cordon.example/cordon/internal/keyfile"
)

func itoa(n int) string { return strconv.Itoa(n) }

// hostileFile is a key file that must be refused, with what the message must say.
type hostileFile struct {
	name string
	data []byte
	want string
}

func toPEM(typ string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: typ, Bytes: der})
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// derOf makes DER out of a structure.
func derOf(t *testing.T, v any) []byte {
	t.Helper()
	b, err := asn1.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// algorithmID has no parameters where they are nil.
type algorithmID struct {
	Algorithm  asn1.ObjectIdentifier
	Parameters any
}

func (a algorithmID) der(t *testing.T) asn1.RawValue {
	t.Helper()
	list := []asn1.RawValue{{FullBytes: derOf(t, a.Algorithm)}}
	if a.Parameters != nil {
		list = append(list, asn1.RawValue{FullBytes: derOf(t, a.Parameters)})
	}
	return asn1.RawValue{FullBytes: derOf(t, list)}
}

type publicInfo struct {
	Algorithm asn1.RawValue
	Key       asn1.BitString
}

var oidEC = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}

// hostilePublic are public keys on a curve; point is a good one.
func hostilePublic(t *testing.T, c *keyfile.Curve, point []byte) []hostileFile {
	spki := func(p []byte) []byte { return keyfile.PublicDER(c, p) }
	with := func(alg algorithmID) []byte {
		return derOf(t, publicInfo{alg.der(t), asn1.BitString{Bytes: point, BitLength: 8 * len(point)}})
	}
	n := c.Bytes
	off := bytes.Clone(point)
	off[2*n] ^= 1
	big := join([]byte{4}, bytes.Repeat([]byte{0xff}, n), point[n+1:])
	form := func(b byte, rest []byte) []byte { return spki(join([]byte{b}, rest)) }
	bits := spki(point)
	bits[len(bits)-len(point)-1] = 1 // unused bits
	good := spki(point)
	return []hostileFile{
		{"off the curve", spki(off), "CORDON_ERR_POINT"},
		{"coordinate above p", spki(big), "CORDON_ERR_POINT"},
		{"zeros", spki(make([]byte, 2*n+1)), "CORDON_ERR_ENCODING"},
		{"(0, 0)", form(4, make([]byte, 2*n)), "CORDON_ERR_POINT"},
		{"infinity", spki([]byte{0}), "CORDON_ERR_ENCODING"},
		{"empty point", spki(nil), "CORDON_ERR_ENCODING"},
		{"hybrid 06", form(6, point[1:]), "CORDON_ERR_ENCODING"},
		{"hybrid 07", form(7, point[1:]), "CORDON_ERR_ENCODING"},
		{"form 05", form(5, point[1:]), "CORDON_ERR_ENCODING"},
		{"no form byte", spki(point[1:]), "CORDON_ERR_ENCODING"},
		{"compressed with y", form(2, point[1:]), "CORDON_ERR_ENCODING"},
		{"uncompressed without y", form(4, point[1:n+1]), "CORDON_ERR_ENCODING"},
		{"compressed x above p", form(2, bytes.Repeat([]byte{0xff}, n)), "CORDON_ERR_POINT"},
		{"point with a byte more", spki(join(point, []byte{0})), "CORDON_ERR_ENCODING"},
		{"unused bits", bits, "whole bytes"},
		{"trailing byte", join(good, []byte{0}), "follow after its end"},
		{"explicit parameters CVE-2020-0601 CVE-2019-1547", with(algorithmID{oidEC, struct{ Version int }{1}}), "explicit"},
		{"implicit curve", with(algorithmID{oidEC, asn1.NullRawValue}), "not named"},
		{"no parameters", with(algorithmID{Algorithm: oidEC}), "OBJECT IDENTIFIER"},
		{"secp256k1", with(algorithmID{oidEC, asn1.ObjectIdentifier{1, 3, 132, 0, 10}}), "1.3.132.0.10"},
		{"P-192", with(algorithmID{oidEC, asn1.ObjectIdentifier{1, 2, 840, 10045, 3, 1, 1}}), "1.2.840.10045.3.1.1"},
		{"RSA", with(algorithmID{asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}, asn1.NullRawValue}), "no elliptic-curve"},
		{"ECDH only", with(algorithmID{asn1.ObjectIdentifier{1, 3, 132, 1, 12}, c.OID}), "no elliptic-curve"},
		{"long-form length", join([]byte{0x30, 0x84, 0, 0, 0, good[1]}, good[2:]), "DER"},
		{"indefinite length", join([]byte{0x30, 0x80}, good[2:], []byte{0, 0}), "DER"},
		{"SEC 1 parameters alone", toPEM("EC PARAMETERS", derOf(t, c.OID)), "without a key"},
		{"PEM type of a private key", toPEM("PRIVATE KEY", good), "type of the PEM block"},
	}
}

// hostileText are files that are neither kind of key.
func hostileText(good []byte) []hostileFile {
	text, line := toPEM("PUBLIC KEY", good), []byte("some text\n")
	twice := join(text, text)
	half := text[:len(text)/2]
	return []hostileFile{
		{"empty", nil, "empty"},
		{"white space", []byte(" \n\n"), "neither PEM nor DER"},
		{"text", line, "neither PEM nor DER"},
		{"zero bytes", make([]byte, 100), "neither PEM nor DER"},
		{"binary junk", bytes.Repeat([]byte{0x80, 0xff, 0x00, 0x30}, 200), "neither PEM nor DER"},
		{"a byte 30", []byte{0x30}, "DER"},
		{"empty sequence", []byte{0x30, 0}, "none of"},
		{"length of 4 GiB", []byte{0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 2, 1}, "DER"},
		{"deep nesting", bytes.Repeat([]byte{0x30, 0x82, 0x7f, 0xff}, 8000), "DER"},
		{"too long", make([]byte, keyfile.MaxSize+1), "too long"},
		{"garbage before", join(line, text), "before, between or after"},
		{"garbage after", join(text, line), "before, between or after"},
		{"garbage between", join(text, line, text), "before, between or after"},
		{"a byte order mark", join([]byte("\xef\xbb\xbf"), text), "before, between or after"},
		{"a zero byte after", join(text, []byte{0}), "before, between or after"},
		{"two keys", twice, "more than one key"},
		{"a damaged block, then a key", join(half, []byte("\n"), text), "damaged"},
		{"half a block", half, "damaged"},
		{"no END line", bytes.Replace(text, []byte("-----END"), []byte("-----ENX"), 1), "damaged"},
		{"another END line", bytes.Replace(text, []byte("END PUBLIC"), []byte("END PRIVATE"), 1), "damaged"},
		{"bad base64", bytes.Replace(text, []byte("M"), []byte("!"), 1), "damaged"},
		{"header lines", []byte("-----BEGIN PUBLIC KEY-----\nComment: x\n\n" + string(text[27:])), "header lines"},
		{"certificate", toPEM("CERTIFICATE", good), `"CERTIFICATE"`},
		{"RSA", toPEM("RSA PRIVATE KEY", good), `"RSA PRIVATE KEY"`},
		{"empty block", toPEM("PUBLIC KEY", nil), "SEQUENCE"},
		{"encrypted PKCS#8", toPEM("ENCRYPTED PRIVATE KEY", good), "encrypted"},
		{"encrypted SEC 1", []byte("-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" +
			"AAAA\n-----END EC PRIVATE KEY-----\n"), "encrypted"},
	}
}

// hostilePrivate are private keys on a curve; d and point are a good pair.
func hostilePrivate(c *keyfile.Curve, d, point []byte) []hostileFile {
	pkcs8 := func(d, p []byte) []byte { return keyfile.PrivatePKCS8(c, d, p) }
	good, sec1 := pkcs8(d, point), keyfile.PrivateSEC1(c, d, point)
	off, other := bytes.Clone(point), keyfile.Curves[0]
	off[2*c.Bytes] ^= 1
	if c == other {
		other = keyfile.Curves[1]
	}
	negative := bytes.Clone(point) // the same x, by the other root
	compressed := join([]byte{2 + (negative[2*c.Bytes]&1 ^ 1)}, negative[1:c.Bytes+1])
	edit := func(from, to byte, at int) []byte {
		e := bytes.Clone(good)
		if e[at] != from {
			panic("the layout of a key is not what the test knows")
		}
		e[at] = to
		return e
	}
	version := bytes.Index(good, []byte{2, 1, 0})
	oid, _ := asn1.Marshal(c.OID)
	params := func(of *keyfile.Curve) []byte {
		oid, _ := asn1.Marshal(of.OID)
		return toPEM("EC PARAMETERS", oid)
	}
	return []hostileFile{
		{"d of 0", pkcs8(make([]byte, c.Bytes), point), "CORDON_ERR_KEY"},
		{"d above n", pkcs8(bytes.Repeat([]byte{0xff}, c.Bytes), point), "CORDON_ERR_KEY"},
		{"no d", pkcs8(nil, point), "empty"},
		{"d of 2 KiB", pkcs8(make([]byte, 2048), point), "CORDON_ERR_LENGTH"},
		{"public key of another key", pkcs8(d, compressed), "CORDON_ERR_KEY"},
		{"public key off the curve", pkcs8(d, off), "CORDON_ERR_POINT"},
		{"public key at infinity", pkcs8(d, []byte{0}), "the public key in it"},
		{"no public key bytes", pkcs8(d, nil), "the public key in it"},
		{"version 2", edit(0, 2, version+2), "version"},
		{"trailing byte", join(good, []byte{0}), "follow after its end"},
		{"SEC 1 trailing byte", join(sec1, []byte{0}), "follow after its end"},
		{"curve not named", bytes.Replace(sec1, join([]byte{0xa0, byte(len(oid))}, oid), join([]byte{0xa2, byte(len(oid))}, oid),
			1), "curve"},
		{"two curves", join(params(other), toPEM("EC PRIVATE KEY", sec1)), "two curves"},
		{"two parameters", join(params(c), params(c), toPEM("EC PRIVATE KEY", sec1)), "EC PARAMETERS"},
		{"parameters after", join(toPEM("EC PRIVATE KEY", sec1), params(c)), "EC PARAMETERS"},
		{"parameters before PKCS#8", join(params(c), toPEM("PRIVATE KEY", good)), "names its own"},
		{"explicit parameters before", join(toPEM("EC PARAMETERS", []byte{0x30, 3, 2, 1, 1}), toPEM("EC PRIVATE KEY", sec1)),
			"explicit"},
		{"two keys", join(toPEM("PRIVATE KEY", good), toPEM("EC PRIVATE KEY", sec1)), "more than one key"},
		{"a public key, too", join(toPEM("PRIVATE KEY", good), toPEM("PUBLIC KEY", keyfile.PublicDER(c, point))),
			"more than one key"},
		{"PEM type of the other form", toPEM("EC PRIVATE KEY", good), "type of the PEM block"},
	}
}

// pairOf makes a key and returns its parts.
func (b *bench) pairOf(c *keyfile.Curve) (d, point []byte) {
	b.Helper()
	b.bothKeys(c, true)
	private, err := keyfile.ParsePrivate(b.read("key"))
	if err != nil {
		b.Fatal(err)
	}
	return private.D, private.Public
}

// TestHostileKeyFiles: each is refused as an input error that names the file and the fault, by every command.
func TestHostileKeyFiles(t *testing.T) {
	eachCurve(t, func(b *bench, c *keyfile.Curve) {
		d, point := b.pairOf(c)
		b.write("msg", []byte("a message"))
		b.openssl("dgst", "-sha512", "-sign", "key", "-out", "sig", "msg")
		verify := []string{"verify", "--hash", "SHA-512", "--in", "msg", "--signature", "sig", "--key", "bad"}
		sign := []string{"sign", "--hash", "SHA-512", "--in", "msg", "--out", "new", "--key", "bad"}
		agree := []string{"ecdh", "--key", "key", "--out", "new", "--peer", "bad"}
		pubout := []string{"pubout", "--out", "new", "--key", "bad"}
		try := func(list []hostileFile, commands ...[]string) {
			for _, h := range list {
				b.write("bad", h.data)
				for _, command := range commands {
					b.fails(exitInput, []string{"bad: ", h.want}, command...)
				}
				if b.Failed() || b.exists("new") {
					b.Fatalf("after the file %q", h.name)
				}
			}
		}
		try(hostilePublic(b.T, c, point), verify, agree)
		try(hostilePrivate(c, d, point), sign, pubout)
		if c == keyfile.Curves[1] {
			try(hostileText(keyfile.PublicDER(c, point)), verify, sign)
		}
		try([]hostileFile{{"a public key", b.read("pub"), "this is a public key"}}, sign, pubout)
		try([]hostileFile{{"a private key", b.read("key"), "this is a private key"}}, verify, agree)
		b.openssl("pkey", "-in", "key", "-pubout", "-ec_param_enc", "explicit", "-out", "explicit")
		try([]hostileFile{{"explicit", b.read("explicit"), "explicit"}}, verify, agree)
		b.openssl("ec", "-in", "key", "-param_enc", "explicit", "-out", "explicit")
		try([]hostileFile{{"explicit", b.read("explicit"), "explicit"}}, sign, pubout)
	})
}

// TestWrongKindOfFile: folders, missing files, files that may not be read, pipes without a key.
func TestWrongKindOfFile(t *testing.T) {
	b := newBench(t)
	if err := os.Mkdir(b.path("folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(b.path("fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, want string }{{"folder", "directory"}, {"missing", "no such file"},
		{"/dev/null", "empty"}, {"/dev/zero", "too long"}, {"file\x00name", ""}} {
		if c.want == "" {
			continue // the system passes no such argument
		}
		b.fails(exitInput, []string{c.name + ": ", c.want}, "pubout", "--key", c.name, "--out", "new")
		if c.name != "/dev/null" && c.name != "/dev/zero" {
			b.fails(exitInput, []string{c.name + ": ", c.want}, "dgst", "--hash", "SHA-256", c.name)
			b.fails(exitInput, []string{c.name + ": ", c.want}, "verify-seal", c.name)
		}
	}
	b.fails(exitInput, []string{"fifo: not a regular file"}, "verify-seal", "fifo")
	b.fails(exitInput, []string{"standard input: the file is empty"}, "pubout", "--key", "-", "--out", "new")
	o := runProgram(t, nil, b.dir, "sh", "-c", b.command+" dgst --hash SHA-256 - < folder")
	if o.code != exitInput {
		t.Errorf("a folder as standard input: exit code %d", o.code)
	}
}
