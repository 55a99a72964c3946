/* The integrity measurement: HMAC-SHA-256 over every byte of the sealed range,
 * then over the tail with its relocated fields as zero (ISO/IEC 19790, 7.5). */
#include "module/integrity.h"

#include "digest/hmac.h"
#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/state.h"

#if defined(CORDON_SEALED)

static void tail_without_fields(uint8_t out[SEAL_TAIL_LEN]) {
  memcpy(out, seal_tail, SEAL_TAIL_LEN);
  memset(out + SEAL_STUB0_FIELD, 0, SEAL_FIELD_LEN);
  for (size_t i = 1; i < SEAL_NUM_STUBS; i++) {
    memset(out + i * SEAL_STUB_LEN + SEAL_STUB_FIELD, 0, SEAL_FIELD_LEN);
  }
}

void integrity_measure(uint8_t mac[32]) {
  static const uint8_t key[SEAL_KEY_LEN + 1] = SEAL_KEY;
  struct {
    struct hmac_state hmac;
    uint8_t tail[SEAL_TAIL_LEN];
  } w;
  hmac_init(&w.hmac, CORDON_SHA256, key, SEAL_KEY_LEN);
  hmac_update(&w.hmac, seal_header,
              load_le32(seal_header + SEAL_OFF_RANGE_LEN));
  tail_without_fields(w.tail);
  hmac_update(&w.hmac, w.tail, SEAL_TAIL_LEN);
  hmac_final(&w.hmac, mac);
  ct_wipe(&w, sizeof w);
}

const uint8_t *module_slot(void) { return seal_slot; }

#else

static const uint8_t development_slot[MODULE_MAC_LEN + 1] =
    "development build, not verified.";

void integrity_measure(uint8_t mac[32]) {
  memcpy(mac, development_slot, MODULE_MAC_LEN);
}

const uint8_t *module_slot(void) { return development_slot; }

#endif
