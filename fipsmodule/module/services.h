/* The bodies of the public functions: svc_x has the type of cordon_x, but its
 * result is masked, SVC(code) of gate.h; the generated stub of cordon_x undoes
 * the mask. services.list names the same functions for the generator. */
#ifndef CORDON_MODULE_SERVICES_H_
#define CORDON_MODULE_SERVICES_H_

#include <cordon/cordon.h>
#include <cordon/test.h>

#pragma GCC visibility push(hidden)

#define SERVICE(name) extern __typeof__(cordon_##name) svc_##name

SERVICE(get_info);
SERVICE(selftest);
SERVICE(selftest_info);
SERVICE(set_callback);
SERVICE(last_indicator);
SERVICE(digest);
SERVICE(xof);
SERVICE(hash_init);
SERVICE(hash_update);
SERVICE(hash_update_bits);
SERVICE(hash_final);
SERVICE(hash_squeeze);
SERVICE(hash_copy);
SERVICE(hash_wipe);
SERVICE(hmac_init);
SERVICE(hmac_update);
SERVICE(hmac_update_bits);
SERVICE(hmac_final);
SERVICE(hmac_digest);
SERVICE(hmac_copy);
SERVICE(hmac_wipe);
SERVICE(drbg_instantiate);
SERVICE(drbg_reseed);
SERVICE(drbg_generate);
SERVICE(drbg_uninstantiate);
SERVICE(random);
SERVICE(keygen);
SERVICE(private_import);
SERVICE(private_export);
SERVICE(private_public);
SERVICE(private_checks);
SERVICE(private_wipe);
SERVICE(public_import);
SERVICE(public_export);
SERVICE(public_validate);
SERVICE(public_checks);
SERVICE(public_wipe);
SERVICE(ecdh);
SERVICE(ecdh_kdf);
SERVICE(kdf_derive);
SERVICE(ecdsa_sign);
SERVICE(ecdsa_sign_hash);
SERVICE(ecdsa_sign_digest);
SERVICE(ecdsa_verify);
SERVICE(ecdsa_verify_hash);
SERVICE(ecdsa_verify_digest);
SERVICE(ecdsa_prepare);
SERVICE(ecdsa_verify_prepared);
SERVICE(ecdsa_verify_prepared_hash);
SERVICE(ecdsa_verify_prepared_digest);
SERVICE(ecdsa_prepared_wipe);
SERVICE(ecdsa_sign_batch);
SERVICE(ecdsa_sign_digest_batch);
SERVICE(ecdsa_verify_batch);
SERVICE(ecdsa_verify_digest_batch);

#if defined(CORDON_TEST_OBJECT)
SERVICE(test_set_nonce);
SERVICE(test_push_entropy);
SERVICE(test_clear);
SERVICE(test_inject);
#endif

#undef SERVICE

#pragma GCC visibility pop

#endif
