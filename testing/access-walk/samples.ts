import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { exampleOf } from '../../server/features/openapi/example.ts';
import { schemaOf } from '../../server/features/openapi/schemas.ts';
import type { Side } from './store-things.ts';

/** Things that a sample may name: the caller's own side and new things of it. */
export interface Own extends Side {
  readonly tag: number;
  readonly firmware: number;
  readonly alert: number;
  readonly user: number;
  /** Work orders of the caller's box: an open one, a proposal, a finished one that awaits confirmation. */
  readonly order: number;
  readonly proposal: number;
  readonly finished: number;
}
export interface Sample {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly content: Buffer };
}

export const PASSWORD = 'tension of the wire 7';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
let count = 0;
const unique = (prefix: string) => `${prefix}${++count}`;
const condition = {
  metric: 'temperature',
  comparator: 'gt',
  value: 30,
  percent: 100,
  average: false,
  period: { value: 10, unit: 'minutes' },
  actions: [{ type: 'email' }],
};
const rule = (own: Own) => ({
  name: unique('Rule '),
  client: own.client,
  aeros: [...own.aeros],
  conditions: [condition],
});
const written = () => {
  const now = new Date().toISOString();
  return { entry_id: crypto.randomUUID(), written_at: now, sent_at: now };
};
const day = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
const csv = (text: string) => ({ name: 'walk.csv', content: Buffer.from(text) });

/**
 * A request that succeeds, for each endpoint that needs more than its schema's example. An endpoint without
 * one is called with the example; when that is refused, the walk asks for a sample here.
 */
const SAMPLES: Readonly<Record<string, (own: Own) => Sample>> = {
  'auth.login': () => ({ body: { username: 'nobody@example.com', password: 'x' } }),
  'auth.second_factor': () => ({ body: { challenge: 'x', totp: '123456' } }),
  'audit.person': () => ({ body: { reason: 'an inquiry' } }),
  'auth.sso_backchannel_logout': () => ({ body: { logout_token: 'x' } }),
  'auth.sso_finish': () => ({ body: { challenge: 'x', state: 'x', code: 'x' } }),
  'me.sso_link': () => ({ body: { challenge: 'x', state: 'x', code: 'x' } }),
  'me.passkey_create': () => ({}),
  'me.totp_set': () => ({}),
  'auth.check_email': () => ({ body: { email: 'nobody@example.com' } }),
  'me.confirm_email': () => ({ body: { uid: '1', token: 'x' } }),
  'auth.reset_password': () => ({ body: { uid: '1', token: 'x', new_password: PASSWORD } }),
  'auth.logout': () => ({}),
  'me.confirm': () => ({ body: { password: PASSWORD } }),
  'me.push_subscribe': () => ({
    body: {
      endpoint: `https://push.example/${unique('walk-')}`,
      keys: { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) },
    },
  }),
  'me.patch': () => ({ body: { theme: 'dark' } }),
  'me.password': () => ({ body: { old_password: PASSWORD, new_password: 'another span of wire' } }),
  'me.test_notification': () => ({ body: { channel: 'email' } }),
  'me.avatar': () => ({ file: { name: 'me.png', content: PNG } }),
  'users.create': (own) => ({
    body: {
      email: `${unique('walk-')}@example.com`,
      password: PASSWORD,
      first_name: 'W',
      last_name: 'X',
      client: own.client,
      groups: [2],
    },
  }),
  'users.import': (own) => ({
    query: { client: String(own.client) },
    file: csv(`email,first_name,last_name\n${unique('walked-')}@example.com,W,X\n`),
  }),
  'users.avatar_set': () => ({ file: { name: 'them.png', content: PNG } }),
  'users.put': () => ({ body: { first_name: 'Walked' } }),
  'users.patch': () => ({ body: { first_name: 'Walked' } }),
  'clients.create': () => ({ body: { name: unique('Client of the walk ') } }),
  'clients.patch': () => ({ body: { require_second_factor: false } }),
  'boxes.create': (own) => ({
    body: { serial_number: unique('WALK-'), client: own.client, tags: [own.tag] },
  }),
  'boxes.patch': (own) => ({ body: { comment: 'walked', tags: [own.tag] } }),
  'boxes.import': (own) => ({
    query: { client: String(own.client) },
    file: csv(`serial_number\n${unique('IMP-')}\n`),
  }),
  'boxes.bulk_configuration': (own) => ({
    body: { boxes: [own.box], copy_from: own.box, fields: ['log_time'], dry_run: true },
  }),
  'boxes.bulk_tags': (own) => ({ body: { boxes: [own.box], add: [own.tag], remove: [] } }),
  'boxes.bulk_refresh': (own) => ({ body: { boxes: [own.box] } }),
  'boxes.configuration_restore': () => ({ body: { configuration_version: 0 } }),
  'notes.create': (own) => ({ body: { box: own.box, aero: own.aeros[0], text: 'walked' } }),
  'notes.patch': () => ({ body: { text: 'walked' } }),
  'aeros.patch': () => ({ body: { track_number: 'V1' } }),
  'measures.list': (own) => ({ query: { aero: String(own.aeros[0]) } }),
  'measures.series': (own) => ({ query: { aero: String(own.aeros[0]) } }),
  'measures.export': (own) => ({ query: { aero: String(own.aeros[0]) } }),
  'measures.export_job': (own) => ({ body: { aero: [own.aeros[0]], box: [own.box], ...day, email: false } }),
  'measures.import': (own) => ({
    query: { aero: String(own.aeros[0]), dry_run: 'true' },
    file: csv('date,temperature\n2026-01-01T00:00:00Z,12\n'),
  }),
  'aeros.at': () => ({ query: { temperature: '41' } }),
  'alerts.archive': (own) => ({ body: { ids: [own.alert], comment: 'walked' } }),
  'alerts.patch': () => ({ body: { comment: 'walked' } }),
  'silences.create': (own) => ({
    body: {
      client: own.client,
      boxes: [own.box],
      to: new Date(Date.now() + 3_600_000).toISOString(),
      reason: 'walked',
    },
  }),
  'silences.patch': () => ({ body: { reason: 'walked' } }),
  'alerts.comment': () => ({ body: { text: 'walked' } }),
  'work_orders.create': (own) => ({ body: { box: own.box, aero: own.aeros[0], title: 'walked' } }),
  'work_orders.bulk': (own) => ({
    body: { orders: [{ box: own.box, aero: own.aeros[0], source: { type: 'finding', kind: 'leak' } }] },
  }),
  'work_orders.patch': () => ({ body: { severity: 'high' } }),
  'work_orders.patch_by_reference': () => ({ body: { severity: 'high' } }),
  'work_orders.comment': () => ({ body: { text: 'walked' } }),
  'work_orders.entry': () => ({ body: { ...written(), comment: 'walked' } }),
  'work_orders.photo': () => ({ file: { name: 'photo.png', content: PNG } }),
  'notices.read': () => ({ body: {} }),
  'work_orders.accept': (own) => ({ body: { ids: [own.proposal] } }),
  'work_orders.dismiss': (own) => ({ body: { ids: [own.proposal], reason: 'known' } }),
  'work_orders.assign': (own) => ({ body: { ids: [own.proposal], assignee: null } }),
  'work_orders.plan': (own) => ({ body: { ids: [own.proposal], due_on: '2099-01-01' } }),
  'work_orders.join': (own) => ({ body: { into: own.order, ids: [own.proposal] } }),
  'work_orders.confirm': (own) => ({ body: { ids: [own.finished], holds: true } }),
  'webhooks.create': (own) => ({
    body: { url: 'https://example.com/walk', events: ['work_order.created'], client: own.client },
  }),
  'webhooks.patch': () => ({ body: { description: unique('walked ') } }),
  'webhooks.secret': () => ({ body: {} }),
  'webhooks.replay': () => ({ body: { since: '2026-01-01T00:00:00Z' } }),
  'supervisors.create': (own) => ({ body: rule(own) }),
  'supervisors.duplicate': () => ({ body: {} }),
  'boxes.claims_import': () => ({
    file: csv(`serial_number,claim_code\n${unique('CLAIM-')},WALK-WALK-WALK-WALK\n`),
  }),
  'boxes.claim': () => ({ body: { serial_number: 'NO-CLAIM', claim_code: 'WALK-WALK-WALK-WALK' } }),
  'boxes.replace': () => ({ body: { serial_number: unique('HARDWARE-') } }),
  'box_links.create': () => ({ body: { name: 'Walker', days: 7 } }),
  'reports.subscribe': (own) => ({ body: { clients: [own.client] } }),
  'reports.monthly': (own) => ({ query: { client: String(own.client) } }),
  'supervisors.import': (own) => ({
    body: {
      client: own.client,
      file: {
        format: 'aerowatch-supervisors',
        version: 1,
        supervisors: [{ name: unique('Imported '), scope: 'client', conditions: [condition] }],
      },
    },
  }),
  'supervisors.patch': (own) => ({ body: { name: unique('Walked '), aeros: [...own.aeros] } }),
  'supervisors.rehearse': (own) => ({ body: { supervisor: rule(own), ...day } }),
  'firmwares.create': (own) => ({
    body: { version: `8.0.${++count}`, client: String(own.client) },
    file: { name: 'f.bin', content: Buffer.from('firmware') },
  }),
  'firmwares.patch': () => ({ body: { description: 'walked' } }),
  'firmwares.withdraw': () => ({ body: { reason: 'walked' } }),
  'rollouts.create': (own) => ({ body: { firmware: own.firmware, boxes: [own.box] } }),
  'rollouts.preview': (own) => ({ body: { firmware: own.firmware, boxes: [own.box] } }),
  'tags.create': (own) => ({
    body: { name: unique('Tag '), color: '#abcdef', client: own.client, boxes: [own.box] },
  }),
  'tags.patch': (own) => ({ body: { name: unique('Tag '), boxes: [own.box] } }),
  'duty_rosters.create': (own) => ({
    body: {
      client: own.client,
      starts_on: '2026-01-05',
      time_zone: 'Europe/Paris',
      people: [own.user],
      exceptions: [{ from: '2026-01-06', to: '2026-01-06', substitute: own.user }],
    },
  }),
  'duty_rosters.patch': (own) => ({ body: { weeks: 2, people: [own.user] } }),
  'scim_tokens.create': (own) => ({ body: { name: 'walk', client: own.client } }),
  'keys.create': (own) => ({ body: { name: 'walk', client: own.client } }),
  'keys.patch': () => ({ body: { name: 'walked' } }),
  'set_aside.replay_many': (own) => ({ body: { box: [own.box], limit: 1 } }),
  'set_aside.delete': (own) => ({ body: { box: [own.box], limit: 1 } }),
  'set_aside.bounds': () => ({ body: { retention_days: 30 + (++count % 300) } }),
  'weather.upload': () => ({
    file: csv('latitude,longitude,issued_at,valid_at,temperature,radiation\n'),
  }),
  'saved_views.create': () => ({ body: { name: 'walk', query: 'a=1' } }),
};

export function sampleOf(endpoint: AnyEndpoint, own: Own): Sample {
  const sample = SAMPLES[endpoint.name]?.(own);
  if (sample !== undefined) return sample;
  return endpoint.body === undefined ? {} : { body: exampleFor(endpoint) };
}

const examples = new Map<string, unknown>();
function exampleFor(endpoint: AnyEndpoint): unknown {
  if (!examples.has(endpoint.name) && endpoint.body !== undefined)
    examples.set(endpoint.name, exampleOf(schemaOf(endpoint.body, 'input')));
  return structuredClone(examples.get(endpoint.name));
}

const named = new Map<string, ReadonlySet<string>>();
/** Things of the own side that the request to an endpoint refers to. */
export function referencesOf(endpoint: AnyEndpoint): ReadonlySet<string> {
  const known = named.get(endpoint.name);
  if (known !== undefined) return known;
  const read = new Set<string>();
  const nobody: Own = {
    client: 0,
    mark: '',
    box: 0,
    aeros: [0, 0],
    tag: 0,
    firmware: 0,
    alert: 0,
    user: 0,
    order: 0,
    proposal: 0,
    finished: 0,
  };
  const watched = new Proxy(nobody, {
    get(target, key) {
      read.add(String(key));
      return Reflect.get(target, key);
    },
  });
  sampleOf(endpoint, watched);
  named.set(endpoint.name, read);
  return read;
}

/**
 * Endpoints whose own calls may answer with another status than success, and why; all others must succeed
 * where the level passes.
 */
export const NOT_ALWAYS: Readonly<Record<string, readonly number[]>> = {
  // The walk's made-up passwords and tokens match no user.
  'auth.login': [400, 429],
  'auth.check_email': [404, 429],
  'auth.reset_password': [400, 429],
  'me.confirm_email': [400, 429],
  'auth.second_factor': [400, 429],
  // Single sign-on is not set up in the walk.
  'auth.sso_backchannel_logout': [409],
  'auth.sso_begin': [409],
  'auth.sso_finish': [409],
  'me.confirm_sso': [409],
  'me.sso_link': [409],
  // No user has been deleted.
  'audit.person': [404],
  // A user without one has nothing to renew or remove.
  'me.recovery_codes': [400],
  'me.passkey_delete': [404],
  'me.session_delete': [404],
  // Its link is a secret that cannot be guessed.
  'box_links.open': [404, 429],
  'boxes.replace_undo': [409],
  // The sample's code is that of no box.
  'boxes.claim': [400, 429],
  'jobs.download': [404],
  // The walk's reference belongs to no work order.
  'work_orders.patch_by_reference': [404],
  // Only weather near a box is accepted.
  'weather.upload': [400],
  // Depends on the state of the thing.
  'diagnostics.worked': [404, 409],
  'clients.delete': [409],
  'jobs.cancel': [409],
  'notifications.retry': [409],
  'rollouts.advance': [409],
  'rollouts.approve': [409],
  'rollouts.pause': [409],
  'rollouts.resume': [409],
  'rollouts.retry': [409],
};
