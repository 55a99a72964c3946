package main

import (
	"cordon.example/cordon/internal/keyfile"
	"cordon.example/cordon/internal/module"
)

type keygenCmd struct {
	Curve  string `required:"" placeholder:"NAME" help:"P-224, P-256, P-384 or P-521."`
	Out    string `required:"" placeholder:"FILE" help:"Private key file; only this user may read it."`
	Public string `placeholder:"FILE" help:"Public key file, too."`
	Method string `enum:"rejection,extra-bits" default:"rejection" help:"Method of FIPS 186-5: ${enum} (A.2.2, A.2.1)."`
	Use    string `enum:"sign,agree,both" default:"both" help:"What the pair is tested for: ${enum}."`
	Form   string `enum:"pkcs8,sec1" default:"pkcs8" help:"Form of the private key file: ${enum}."`
	DER    bool   `name:"der" help:"Write DER instead of PEM."`
	Force  bool   `help:"Overwrite existing files."`
}

// keyResult is the JSON of keygen and pubout.
type keyResult struct {
	Curve      string   `json:"curve"`
	Private    string   `json:"private,omitempty"`
	Public     string   `json:"public,omitempty"`
	Assurances []string `json:"assurances,omitempty"`
}

var (
	methods = map[string]uint32{"rejection": module.Rejection, "extra-bits": module.ExtraBits}
	uses    = map[string]uint32{"sign": module.UseSign, "agree": module.UseAgree,
		"both": module.UseSign | module.UseAgree}
)

func (c *keygenCmd) Run(w *world) error {
	curve, err := keyfile.CurveByName(c.Curve)
	if err != nil {
		return usage("%v", err)
	}
	outputs := []string{c.Out}
	if c.Public != "" {
		outputs = append(outputs, c.Public)
	}
	if err := w.mayWrite(c.Force, nil, outputs...); err != nil {
		return err
	}
	key, err := w.session.Keygen(curve.ID, methods[c.Method], uses[c.Use])
	if err != nil {
		return fromModule("", err)
	}
	defer key.Wipe()
	assurances, err := w.session.Assurances(key)
	if err != nil {
		return fromModule("", err)
	}
	point, err := w.pointOf(key, module.Uncompressed)
	if err != nil {
		return err
	}
	if err := c.write(w, curve, key, point); err != nil {
		return err
	}
	w.result = keyResult{curve.Name, c.Out, c.Public, assurances}
	w.printf("curve:       %s\nprivate key: %s\n", curve.Name, c.Out)
	if c.Public != "" {
		w.printf("public key:  %s\n", c.Public)
	}
	for _, a := range assurances {
		w.printf("checked:     %s\n", a)
	}
	return nil
}

// write writes both files, or none.
func (c *keygenCmd) write(w *world, curve *keyfile.Curve, key *module.PrivateKey, point []byte) error {
	d, err := w.session.ExportPrivate(key)
	defer clear(d)
	if err != nil {
		return fromModule("", err)
	}
	data, pemType := keyfile.PrivatePKCS8(curve, d, point), keyfile.PKCS8PEM
	if c.Form == "sec1" {
		clear(data)
		data, pemType = keyfile.PrivateSEC1(curve, d, point), keyfile.SEC1PEM
	}
	defer clear(data)
	if !c.DER {
		text := keyfile.PEM(pemType, data)
		defer clear(text)
		data = text
	}
	outputs := []output{{c.Out, data, 0o600}}
	if c.Public != "" {
		outputs = append(outputs, w.publicOutput(c.Public, curve, point, c.DER))
	}
	return w.write(c.Force, outputs...)
}

func (w *world) pointOf(key *module.PrivateKey, form uint32) ([]byte, error) {
	pub, err := w.session.PublicOf(key)
	if err != nil {
		return nil, fromModule("", err)
	}
	defer pub.Wipe()
	point, err := w.session.ExportPublic(pub, form)
	if err != nil {
		return nil, fromModule("", err)
	}
	return point, nil
}

func (w *world) publicOutput(name string, curve *keyfile.Curve, point []byte, der bool) output {
	data := keyfile.PublicDER(curve, point)
	if !der {
		data = keyfile.PEM(keyfile.SPKIPEM, data)
	}
	return output{name, data, w.publicMode()}
}

type puboutCmd struct {
	Key        string `required:"" placeholder:"FILE" help:"Private key file."`
	Out        string `required:"" placeholder:"FILE" help:"Public key file."`
	Compressed bool   `help:"Write the point compressed."`
	DER        bool   `name:"der" help:"Write DER instead of PEM."`
	Force      bool   `help:"Overwrite an existing file."`
}

func (c *puboutCmd) Run(w *world) error {
	if err := w.mayWrite(c.Force, []string{c.Key}, c.Out); err != nil {
		return err
	}
	key, curve, err := w.privateKey(c.Key, module.UseSign)
	if err != nil {
		return err
	}
	defer key.Wipe()
	form := module.Uncompressed
	if c.Compressed {
		form = module.Compressed
	}
	point, err := w.pointOf(key, form)
	if err != nil {
		return err
	}
	if err := w.write(c.Force, w.publicOutput(c.Out, curve, point, c.DER)); err != nil {
		return err
	}
	w.result = keyResult{Curve: curve.Name, Public: c.Out}
	w.printf("curve:       %s\npublic key:  %s\n", curve.Name, c.Out)
	return nil
}
