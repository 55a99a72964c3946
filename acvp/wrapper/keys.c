/* Import, export and wiping of the keys of a request. */
#include "keys.h"

#include <string.h>

bool to_width(uint8_t *out, size_t width, struct bytes in) {
  while (in.len > 0 && in.p[0] == 0) {
    in.p++;
    in.len--;
  }
  if (in.len > width) {
    return false;
  }
  memset(out, 0, width - in.len);
  memcpy(out + width - in.len, in.p, in.len);
  return true;
}

bool load_private(struct reply *reply, cordon_private_key *key, bool *valid,
                  const struct curve_name *curve, uint32_t use,
                  struct bytes d) {
  uint8_t fixed[CORDON_MAX_FIELD_BYTES];
  if (valid != NULL) {
    *valid = false;
  }
  if (!to_width(fixed, curve->len, d)) {
    return valid != NULL ||
           reply_fail(reply, "d is wider than the order of %s", curve->name);
  }
  cordon_status status =
      cordon_private_import(key, curve->id, use, NULL, fixed, curve->len);
  if (valid != NULL) {
    *valid = status == CORDON_OK;
    if (status == CORDON_ERR_KEY) {
      return true;
    }
  }
  return status_ok(reply, "cordon_private_import", status);
}

bool load_point(struct reply *reply, cordon_public_key *pub, bool *valid,
                const struct curve_name *curve, struct bytes point) {
  cordon_status status =
      cordon_public_import(pub, curve->id, point.p, point.len);
  *valid = status == CORDON_OK;
  return status == CORDON_ERR_POINT || status == CORDON_ERR_ENCODING ||
         status_ok(reply, "cordon_public_import", status);
}

bool load_public(struct reply *reply, cordon_public_key *pub, bool *valid,
                 const struct curve_name *curve, struct bytes x,
                 struct bytes y) {
  uint8_t point[CORDON_MAX_POINT_BYTES] = {4};
  *valid = to_width(point + 1, curve->len, x) &&
           to_width(point + 1 + curve->len, curve->len, y);
  if (!*valid) {
    return true;
  }
  cordon_status status =
      cordon_public_import(pub, curve->id, point, 1 + 2 * curve->len);
  *valid = status == CORDON_OK;
  return status == CORDON_ERR_POINT ||
         status_ok(reply, "cordon_public_import", status);
}

bool add_public(struct reply *reply, const cordon_private_key *key,
                size_t width) {
  cordon_public_key pub;
  uint8_t point[CORDON_MAX_POINT_BYTES]; /* 04 || x || y */
  size_t len = sizeof(point);
  return status_ok(reply, "cordon_private_public",
                   cordon_private_public(&pub, key)) &&
         status_ok(reply, "cordon_public_export",
                   cordon_public_export(point, &len, &pub,
                                        CORDON_POINT_UNCOMPRESSED)) &&
         reply_add(reply, point + 1, width) &&
         reply_add(reply, point + 1 + width, width);
}

bool add_private(struct reply *reply, const cordon_private_key *key) {
  uint8_t d[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof(d);
  return status_ok(reply, "cordon_private_export",
                   cordon_private_export(d, &len, key)) &&
         reply_add(reply, d, len);
}

bool wipe_private(struct reply *reply, cordon_private_key *key) {
  return status_ok(reply, "cordon_private_wipe", cordon_private_wipe(key));
}
