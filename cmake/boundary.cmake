# The boundary: every source file of the sealed module, in the order in which
# they are laid out. seal.cmake adds the header, the generated stubs, the digest
# slot and the tail. A file that is not here is not in the module.
set(CORDON_BOUNDARY_SOURCES
    fipsmodule/limbs/mem.c
    fipsmodule/field/p224_field.c
    fipsmodule/field/p256_field.c
    fipsmodule/field/p384_field.c
    fipsmodule/field/p521_field.c
    fipsmodule/ec/curves.c
    fipsmodule/ec/ec.c
    fipsmodule/ec/keygen.c
    fipsmodule/ec/p224.c
    fipsmodule/ec/p256.c
    fipsmodule/ec/p256_adx.c
    fipsmodule/ec/p256_x86_64.c
    fipsmodule/ec/p384.c
    fipsmodule/ec/p521.c
    fipsmodule/ec/svc_private_key.c
    fipsmodule/ec/svc_public_key.c
    fipsmodule/ecdh/ecdh_core.c
    fipsmodule/ecdh/kdf.c
    fipsmodule/ecdh/svc_ecdh.c
    fipsmodule/ecdsa/der.c
    fipsmodule/ecdsa/deterministic.c
    fipsmodule/ecdsa/ecdsa_core.c
    fipsmodule/ecdsa/svc_batch.c
    fipsmodule/ecdsa/svc_ecdsa.c
    fipsmodule/ecdsa/svc_prepared.c
    fipsmodule/digest/hash.c
    fipsmodule/digest/hmac.c
    fipsmodule/digest/keccak.c
    fipsmodule/digest/sha256.c
    fipsmodule/digest/sha512.c
    fipsmodule/digest/svc_hash.c
    fipsmodule/digest/svc_hmac.c
    fipsmodule/drbg/entropy.c
    fipsmodule/drbg/health.c
    fipsmodule/drbg/hmac_drbg.c
    fipsmodule/drbg/instance.c
    fipsmodule/drbg/svc_drbg.c
    fipsmodule/module/cpu.c
    fipsmodule/module/gate.c
    fipsmodule/module/gate_leave.c
    fipsmodule/module/integrity.c
    fipsmodule/module/life.c
    fipsmodule/module/state.c
    fipsmodule/module/svc_module.c
    selftest/kat_drbg.c
    selftest/kat_drbg_data.c
    selftest/kat_drbg_instance.c
    selftest/kat_ecdh.c
    selftest/kat_ecdh_data.c
    selftest/kat_ecdsa.c
    selftest/kat_ecdsa_data.c
    selftest/kat_hmac.c
    selftest/kat_hmac_data.c
    selftest/kat_kdf.c
    selftest/kat_keys.c
    selftest/kat_sha2.c
    selftest/kat_sha2_data.c
    selftest/kat_sha3.c
    selftest/kat_sha3_data.c
    selftest/pairwise.c
    selftest/registry.c)

# What only cordon-test.o has besides.
set(CORDON_TEST_SOURCES fipsmodule/module/svc_test.c)
