import type { Values } from './variables.ts';

/** Settings that contradict each other, with the message; checked in this order. */
const CONTRADICTIONS: readonly ((values: Values) => string | false | undefined)[] = [
  (v) =>
    (v.TLS_CERT === null) !== (v.TLS_KEY === null) &&
    `${v.TLS_CERT === null ? 'TLS_KEY' : 'TLS_CERT'} holds a path but ${v.TLS_CERT === null ? 'TLS_CERT' : 'TLS_KEY'} holds nothing; set both or neither.`,
  (v) =>
    v.MQTTS_PORT !== null &&
    v.TLS_CERT === null &&
    `MQTTS_PORT holds ${v.MQTTS_PORT} but TLS_CERT and TLS_KEY hold nothing; set all three or none.`,
  (v) =>
    v.MQTTS_PORT !== null &&
    v.MQTT_URL !== null &&
    `MQTTS_PORT holds ${v.MQTTS_PORT} and MQTT_URL an external broker; set one of them.`,
  (v) =>
    v.MQTT_CLIENT_CA !== null &&
    v.MQTTS_PORT === null &&
    'MQTT_CLIENT_CA holds a path but MQTTS_PORT holds nothing; set both or neither.',
  (v) =>
    v.DATABASE_OWNER_URL !== null &&
    v.DATABASE_URL === null &&
    'DATABASE_OWNER_URL holds an address but DATABASE_URL holds nothing; the embedded database knows its owner.',
  (v) =>
    (v.OIDC_ISSUER === null) !== (v.OIDC_CLIENT_ID === null) &&
    `${v.OIDC_ISSUER === null ? 'OIDC_CLIENT_ID' : 'OIDC_ISSUER'} is set but ${v.OIDC_ISSUER === null ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID'} holds nothing; set both or neither.`,
  (v) =>
    (v.OIDC_CLAIM_GROUPS === null) !== (v.OIDC_GROUPS === null) &&
    `${v.OIDC_GROUPS === null ? 'OIDC_CLAIM_GROUPS' : 'OIDC_GROUPS'} is set but ${v.OIDC_GROUPS === null ? 'OIDC_GROUPS' : 'OIDC_CLAIM_GROUPS'} holds nothing; set both or neither.`,
  ({ FIRMWARE_KEYS: { length: keys }, FIRMWARE_SIGNATURES: signatures }) =>
    signatures > Math.max(1, keys) &&
    `FIRMWARE_SIGNATURES holds ${signatures} but FIRMWARE_KEYS ${keys} keys; it may hold ${Math.max(1, keys)} at most.`,
  (v) => {
    const all = [v.PORT, ...(v.MQTT_URL === null ? [v.MQTT_PORT] : []), v.MQTTS_PORT];
    const ports = all.filter((one) => one !== null && one !== 0);
    const same = ports.find((one, index) => ports.indexOf(one) !== index);
    return (
      same !== undefined &&
      v.HOST === v.MQTT_HOST &&
      `PORT, MQTT_PORT and MQTTS_PORT hold ${same} twice; each may hold a port of its own.`
    );
  },
];

/** The first contradiction among values, in one line. */
export function contradictionOf(values: Values): string | undefined {
  for (const contradiction of CONTRADICTIONS) {
    const found = contradiction(values);
    if (found) return found;
  }
  return undefined;
}
