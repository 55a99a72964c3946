package cavp

// Tests of the reader of CAVP files.

import (
	"errors"
	"strings"
	"testing"

	"cordon.example/acvp/internal/acvpjson"
)

const header = "#  CAVS 11.0\r\n\r\n[P-256,SHA-256]\r\n\r\n"

func TestSigGenWithK(t *testing.T) {
	units, errs := Parse("x", "a/SigGen.txt", []byte(header+"Msg = 00\r\nd = 1\r\nQx = 2\r\nQy = 3\r\nk = 4\r\nR = 5\r\nS = 6\r\n"+
		"\r\n[K-256,SHA-1]\r\n\r\nMsg = 00\nd = 1\nQx = 2\nQy = 3\nR = 5\nS = 6\n"))
	if len(errs) > 0 || len(units) != 2 {
		t.Fatalf("%d units, %v", len(units), errs)
	}
	u := units[0]
	if u.Need.Curve != "P-256" || u.Need.Hash != "SHA2-256" || u.Mode != "sigGen given k" || u.Section != "P-256,SHA-256" ||
		u.Tests[0].ID != 5 || u.Need.Features[0] != "testk" {
		t.Errorf("%+v", u)
	}
	if units[1].Mode != "sigVer of SigGen.txt" || units[1].Need.Hash != "SHA-1" {
		t.Errorf("%+v", units[1])
	}
}

func TestKeyPairKeepsItsCurve(t *testing.T) {
	units, errs := Parse("x", "KeyPair.rsp", []byte("[P-256]\n\n[B.4.2 Key Pair Generation by Testing Candidates]\nN = 2\n\n"+
		"d = 1\nQx = 2\nQy = 3\n\nd = 4\nQx = 5\nQy = 6\n"))
	if len(errs) > 0 || len(units) != 1 || len(units[0].Tests) != 2 || units[0].Need.Curve != "P-256" {
		t.Errorf("%v %v", units, errs)
	}
}

func TestHashFiles(t *testing.T) {
	units, errs := Parse("x", "SHA512_224ShortMsg.rsp", []byte("[L = 28]\n\nLen = 0\nMsg = 00\nMD = 01\n\nLen = 5\nMsg = 68\nMD = 02\n"))
	if len(errs) > 0 || len(units) != 2 || units[0].Algorithm != "SHA2-512/224" || units[1].Mode != "AFT bits" {
		t.Errorf("%v %v", units, errs)
	}
	units, errs = Parse("x", "SHA256Monte.rsp", []byte("Seed = 0102\n\nCOUNT = 0\nMD = 01\n\nCOUNT = 1\nMD = 02\n"))
	if len(errs) > 0 || len(units) != 1 || units[0].Mode != "MCT" || len(units[0].Tests) != 1 {
		t.Errorf("%v %v", units, errs)
	}
	units, errs = Parse("x", "rfc-4231-sha384.txt", []byte("Len = 8\nKey = 0b\n# \"x\"\nMsg = 48\nMD = 01\n"))
	if len(errs) > 0 || len(units) != 1 || units[0].Algorithm != "HMAC-SHA2-384" {
		t.Errorf("%v %v", units, errs)
	}
}

const faxHead = "#  CAVS 11.0\n[EB]\n\n[Curve selected:  P-224]\n[SHA(s) supported (Used in the KDF function): SHA512\n[HMACKeySize(in bits):  256]\n\n" +
	"[EC - SHA256]\n\n"

const faxKeys = "COUNT = 0\ndsCAVS = 1\nQsCAVSx = 2\nQsCAVSy = 3\ndsIUT = 4\nQsIUTx = 5\nQsIUTy = 6\nZ = 7\n"

func TestAgreementFiles(t *testing.T) {
	zz, derived, cdh := "KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_init.fax",
		"KASValidityTest_ECCStaticUnified_KDFConcat_NOKC_resp.fax", "KAS_ECC_CDH_PrimitiveTest.txt"
	units, errs := Parse("x", zz, []byte(faxHead+faxKeys+"CAVSHashZZ = 08\nResult = P (0 - Correct)\n"))
	if len(errs) > 0 || len(units) != 1 || units[0].Need.Curve != "P-256" || units[0].Need.Also[0] != "SHA2-256" ||
		units[0].Tests[0].Note != "P (0 - Correct)" || units[0].Tests[0].ID != 10 {
		t.Errorf("%+v %v", units, errs)
	}
	units, errs = Parse("x", derived, []byte(faxHead+faxKeys+
		"Nonce = 08\nNonceDKMCAVS = 09\nOI = 0a\nCAVSTag = 0b\nMacData = 0c\nDKM = 0d\nResult = F (12 - Tag changed )\n"))
	if len(errs) > 0 || len(units) != 1 || units[0].Need.Also[1] != "HMAC-SHA2-512" || units[0].Need.Features[0] != "onestep" {
		t.Errorf("%+v %v", units, errs)
	}
	units, errs = Parse("x", cdh, []byte("[P-384]\n\nCOUNT = 0\nQCAVSx = 1\nQCAVSy = 2\ndIUT = 3\nQIUTx = 4\nQIUTy = 5\nZIUT = 6\n"))
	if len(errs) > 0 || len(units) != 1 || units[0].Need.Curve != "P-384" || units[0].Need.Mode != "CDH-Component" {
		t.Errorf("%+v %v", units, errs)
	}
	for _, c := range []struct{ file, text, want string }{
		{zz, faxHead + faxKeys + "Result = P\n", `EC - SHA256: missing field "CAVSHashZZ"`},
		{zz, faxKeys + "CAVSHashZZ = 08\nResult = P\n", "under no heading"},
		{zz, strings.Replace(faxHead, "EC - SHA256", "EF - SHA256", 1) + faxKeys + "CAVSHashZZ = 08\nResult = P\n", "under no heading"},
		{zz, faxHead + faxKeys + "CAVSHashZZ = 08\nResult = Maybe\n", "neither P nor F"},
		{zz, faxHead + faxKeys + "DKM = 08\nResult = P\n", `unknown field "DKM"`},
		{derived, faxHead + faxKeys + "Result = P\n", `missing field "Nonce"`},
		{cdh, "QCAVSx = 1\nQCAVSy = 2\ndIUT = 3\nQIUTx = 4\nQIUTy = 5\nZIUT = 6\n", "before any section"},
	} {
		_, errs := Parse("x", c.file, []byte(c.text))
		if err := acvpjson.Join(errs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.file, err, c.want)
		}
	}
}

func TestSpongeFiles(t *testing.T) {
	units, errs := Parse("x", "SHA3_384ShortMsg.rsp", []byte("[L = 384]\n\nLen = 8\nMsg = 00\nMD = 01\n\nLen = 5\nMsg = 13\nMD = 02\n"))
	if len(errs) > 0 || len(units) != 2 || units[0].Algorithm != "SHA3-384" || units[1].Mode != "AFT bits" {
		t.Errorf("%v %v", units, errs)
	}
	units, errs = Parse("x", "SHAKE128LongMsg.rsp", []byte("[Outputlen = 8]\n\nLen = 8\nMsg = 00\nOutput = 01\n"))
	if len(errs) > 0 || len(units) != 1 || units[0].Algorithm != "SHAKE-128" {
		t.Errorf("%v %v", units, errs)
	}
	monte := "[Minimum Output Length (bits) = 16]\n\n[Maximum Output Length (bits) = 32]\n\nMsg = 00\n\nCOUNT = 0\nOutputlen = 16\nOutput = 0102\n"
	units, errs = Parse("x", "SHAKE256Monte.rsp", []byte(monte))
	if len(errs) > 0 || len(units) != 1 || units[0].Mode != "MCT" {
		t.Errorf("%v %v", units, errs)
	}
	for _, c := range []struct{ file, text, want string }{
		{"SHAKE128ShortMsg.rsp", "Len = 8\nMsg = 00\nOutput = 01\n", `no heading "[Outputlen = ...]"`},
		{"SHAKE128ShortMsg.rsp", "[Outputlen = 16]\nLen = 8\nMsg = 00\nOutput = 01\n", `"Output" has 1`},
		{"SHAKE128VariableOut.rsp", "COUNT = 0\nOutputlen = 0\nMsg = 00\nOutput = \n", "8 and 0 bits"},
		{"SHAKE256Monte.rsp", strings.Replace(monte, "[Minimum", "[Least", 1), "no heading"},
		{"SHAKE256Monte.rsp", strings.Replace(monte, "Outputlen = 16", "Outputlen = 24", 1), `"Outputlen" is 24`},
		{"SHAKE256Monte.rsp", strings.Replace(monte, "Msg = 00\n\n", "", 1), "without a seed"},
		{"SHAKE256Monte.rsp", strings.Replace(monte, "COUNT = 0", "COUNT = 1", 1), "COUNT is 1, expected 0"},
	} {
		_, errs := Parse("x", c.file, []byte(c.text))
		if err := acvpjson.Join(errs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.file, err, c.want)
		}
	}
}

func TestRejects(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"PKV.rsp", header + "Qx = 1\nQy = 2\nResult = P\nSurprise = 3\n", `PKV.rsp:8: P-256,SHA-256: unknown field "Surprise"`},
		{"PKV.rsp", header + "Qx = 1\nQx = 1\nQy = 2\nResult = P\n", `"Qx" twice`},
		{"PKV.rsp", header + "Qx = 1\nResult = P\n", `PKV.rsp:5: P-256,SHA-256: missing field "Qy"`},
		{"PKV.rsp", header + "Qx = 1\nQy = 2\nResult = Maybe\n", "neither P nor F"},
		{"PKV.rsp", header + "Qx = zz\nQy = 2\nResult = P\n", "not hexadecimal"},
		{"PKV.rsp", header + "what is this\n", "neither \"key = value\""},
		{"PKV.rsp", "Qx = 1\nQy = 2\nResult = P\n", "before any section"},
		{"PKV.rsp", "# nothing\n", "holds no test"},
		{"SHA256ShortMsg.rsp", "Len = 16\nMsg = 00\nMD = 01\n", "\"Len\" is 16 bits"},
		{"SHA256ShortMsg.rsp", "Len = x\nMsg = 00\nMD = 01\n", "not a number"},
		{"SHA256Monte.rsp", "Seed = 01\n\nCOUNT = 1\nMD = 01\n", "COUNT is 1, expected 0"},
		{"SHA256Monte.rsp", "COUNT = 0\nMD = 01\n", "without a seed"},
		{"rfc-4231-sha256.txt", "Len = 16\nKey = 00\nMsg = 00\nMD = 01\n", "\"Len\" is 16"},
		{"other.rsp", "x = 1\n", "no CAVP file of this name"},
	} {
		_, errs := Parse("x", c.file, []byte(c.text))
		if err := acvpjson.Join(errs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.file, err, c.want)
		}
		var input *acvpjson.InputError
		if len(errs) > 0 && !errors.As(errs[0], &input) {
			t.Errorf("%s: %T", c.file, errs[0])
		}
	}
}
