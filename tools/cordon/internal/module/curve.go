package module

// #include <cordon/types.h>
import "C"

import "cordon.example/cordon/internal/keyfile"

// curveIDs are the ids of the headers, by name.
var curveIDs = map[string]uint32{
	"P-224": C.CORDON_P224, "P-256": C.CORDON_P256, "P-384": C.CORDON_P384, "P-521": C.CORDON_P521,
}

// The ids of the key files must be those of the headers.
func init() {
	for _, c := range keyfile.Curves {
		if curveIDs[c.Name] != c.ID {
			panic("the id of " + c.Name + " is not that of <cordon/types.h>")
		}
	}
}
