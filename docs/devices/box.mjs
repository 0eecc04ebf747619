// A box in eighty lines, written from docs/devices.md alone: `npm install mqtt`, `node box.mjs mqtt://host:1883 box.json`.
// box.json: {"serial", "password", "keys": ["base64 of 32 bytes"], "required": 1, "installation", "client", "hardware", "reported": {…}}
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import mqtt from 'mqtt';

const [broker, file] = process.argv.slice(2);
const box = JSON.parse(readFileSync(file, 'utf8'));
const { serial, password, reported } = box;
const LINK = ['serverAddress', 'cellularApn', 'cellularPin', 'cellularLogin', 'cellularPassword'];
const link = mqtt.connect(broker, { clientId: serial, username: serial, password });
const say = (name, value) => link.publishAsync(`boxes/${serial}/${name}`, JSON.stringify(value), { qos: 1 });
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const order = (version) => version.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);

function measure() {
  const gas = { temperature: [21.4, 21.6], pressure: [82.1, 82.2], stroke: [512, null] };
  const power = { battery_voltage: [4.1, 4.1], solar_voltage: [5.2, 5.3], charge_current: [120, 118] };
  const t0 = Math.floor(Date.now() / 1000) - 600;
  return say('measures', { v: 1, aeros: [{ aero: 1, t0, dt: [0, 600], ...gas, ...power }] });
}
function keep(changes, refused) {
  Object.assign(reported, changes);
  writeFileSync(file, JSON.stringify(box));
  return say('reported', { ...reported, refused });
}
/** Whether the owner of a key has signed; a manifest is flat, so RFC 8785 is its keys in order. */
const hasSigned = (key, { manifest, signatures }) =>
  signatures.some(({ key: id, signature }) => {
    const raw = Buffer.from(key, 'base64');
    if (id !== sha256(raw).slice(0, 16)) return false;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
    const bytes = Buffer.from(JSON.stringify(manifest, Object.keys(manifest).sort()));
    return verify(
      null,
      bytes,
      createPublicKey({ key: jwk, format: 'jwk' }),
      Buffer.from(signature, 'base64'),
    );
  });
function refusal(offer) {
  const { version, size, sha256, installation, client, minimum_hardware, not_before } = offer.manifest;
  const signed = new Set(box.keys.filter((key) => hasSigned(key, offer))).size;
  if (signed < box.required) return 'too few valid signatures';
  if (version !== offer.version || size !== offer.size || sha256 !== offer.sha256)
    return 'not what was signed';
  if ((installation ?? box.installation) !== box.installation) return 'for another installation';
  if ((client ?? box.client) !== box.client) return 'for another client';
  if (order(minimum_hardware ?? '0.0.0') > order(box.hardware)) return 'hardware too old';
  if (Date.parse(not_before ?? 0) > Date.now()) return 'not yet';
  return order(version) < order(reported.firmwareVersion) ? 'older' : null;
}
async function install(offer) {
  const state = (name, more) => say('firmware/state', { rollout: offer.rollout, state: name, ...more });
  const problem = refusal(offer);
  if (problem !== null) return state('failed', { detail: problem });
  await state('downloading', { progress: 0 });
  let bytes = Buffer.alloc(0);
  for await (const part of (await fetch(offer.url)).body)
    if (bytes.length <= offer.size) bytes = Buffer.concat([bytes, part]);
    else break;
  if (sha256(bytes) !== offer.sha256) return state('failed', { detail: 'other bytes' });
  await state('installing');
  return keep({ firmwareVersion: offer.version });
}
function configure(wish) {
  if (wish.configurationVersion < reported.configurationVersion) return;
  const news = Object.entries(wish).filter(([name, value]) => value !== null && value !== reported[name]);
  const refused = news.filter(([name]) => LINK.includes(name)).map(([name]) => [name, 'this link stays']);
  const taken = news.filter(([name]) => !LINK.includes(name) && name !== 'firmwareVersion');
  return keep(Object.fromEntries(taken), Object.fromEntries(refused));
}
const hear = {
  desired: configure,
  firmware: install,
  command: ({ id }) => measure().then(() => say('answer', { id, status: 'ok' })),
};
link.on('message', (topic, message) => hear[topic.split('/').at(-1)]?.(JSON.parse(message)));
link.on('connect', async () => {
  await link.subscribeAsync(
    Object.keys(hear).map((name) => `boxes/${serial}/${name}`),
    { qos: 1 },
  );
  await measure();
});
