import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { settings } from '@aerowatch/i18n/en/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../access-walk/call.ts';
import { become, freshSample, makeWorld, ownTarget, type World } from '../access-walk/walk.ts';
import { startTestServer } from '../start-test-server.ts';

/** Calls that change no data of the installation, and why. */
const CHANGES_NOTHING: Readonly<Record<string, string>> = {
  'auth.login': 'a session, noted as last_login',
  'auth.second_factor': 'the sample’s challenge is none',
  'auth.passkey_options': 'a question',
  'me.confirm_options': 'a question',
  'auth.sso_backchannel_logout': 'no provider is set up',
  'auth.sso_begin': 'a question',
  'auth.sso_finish': 'no provider is set up',
  'auth.sso_logout': 'a session',
  'me.confirm_sso': 'a question',
  'me.sso_link': 'no provider is set up',
  'audit.person': 'the sample’s person was not deleted',
  'me.totp_set': 'a secret that waits for its first code',
  'me.totp_delete': 'the sample’s user has none',
  'me.recovery_codes': 'the sample’s user has no factor',
  'me.passkey_create': 'a question',
  'me.passkey_delete': 'the sample’s user has none',
  'me.session_delete': 'the sample’s session is none',
  'auth.logout': 'a session',
  'clients.patch': 'the sample leaves the client as it is',
  'me.confirm': 'a session',
  'auth.check_email': 'a question',
  'auth.reset_password': 'the sample’s link is none',
  'me.confirm_email': 'the sample’s link is none',
  'me.test_notification': 'a message, kept in the outbox',
  'users.avatar_delete': 'the sample’s user has no picture',
  'me.avatar_delete': 'the sample’s user has no picture',
  'boxes.bulk_configuration': 'the sample is a dry run',
  'supervisors.rehearse': 'a rehearsal',
  'rollouts.preview': 'a question',
  'measures.export_job': 'a job of one’s own, kept as one',
  'measures.import': 'the sample is a dry run',
  'jobs.cancel': 'a job of one’s own',
  'notices.read': 'a mark of one’s own',
  'saved_views.create': 'a view of one’s own',
  'saved_views.delete': 'a view of one’s own',
  'notifications.retry': 'a message, kept in the outbox',
  'set_aside.replay': 'the sample’s message stays unreadable',
  'work_orders.patch_by_reference': 'the sample’s reference is nobody’s',
  'set_aside.replay_many': 'the samples’ messages stay unreadable',
  'set_aside.delete': 'nothing of the sample’s box is set aside',
  'box_links.open': 'the sample’s secret is none',
  'boxes.claim': 'the sample’s code is that of no box',
  'boxes.replace_undo': 'the sample’s box was not replaced',
  'weather.upload': 'the sample holds no weather',
  'diagnostics.worked': 'nothing is asked about the sample’s AERO',
  'rollouts.resume': 'refused in the state of the sample',
  'rollouts.retry': 'refused in the state of the sample',
  'rollouts.advance': 'refused in the state of the sample',
  'rollouts.approve': 'refused in the state of the sample',
};

/** Entries that belong to no client: administrators read them. */
const OF_ALL = new Set(['set_aside.bounds', 'boxes.claims_import']);

let world: World;
beforeAll(async () => {
  world = await makeWorld(
    await startTestServer({ env: { ROLES: 'web', PUSH_CONTACT: 'mailto:walk@example.com' } }),
  );
});
afterAll(() => world?.server.stop());

describe('every change is in the audit log', () => {
  const writes = ENDPOINTS.filter(
    (endpoint) => endpoint.method !== 'GET' && CHANGES_NOTHING[endpoint.name] === undefined,
  );
  it.each(writes.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const { db, url } = world.server;
    const newest = await db
      .selectFrom('audit_told')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const caller = await become(world, 'admin');
    const sample = await freshSample(world, endpoint, caller.userId);
    const said = await call(
      url,
      endpoint,
      await ownTarget(world, endpoint, caller),
      sample,
      caller.authorization,
    );
    expect([endpoint.status, said.text]).toEqual([said.status, said.text]);
    const rows = await db
      .selectFrom('audit_told')
      .selectAll()
      .where('id', '>', newest?.id ?? 0)
      .execute();
    expect(rows.length, 'an entry').toBeGreaterThan(0);
    for (const row of rows) {
      // The walk calls from another IP address each time.
      const address = expect.stringMatching(/^10\.[\d.]+$/);
      expect(row).toMatchObject({ user_id: caller.userId, user_name: 'Test User', address });
      expect(row.action).not.toBe('');
      expect(row.entity_name).not.toBe('');
      // The screen of the audit log has a label and a filter for it.
      expect(Object.keys(settings.audit.entities)).toContain(row.entity);
      // A change of a client's things is visible to that client's managers.
      if (OF_ALL.has(endpoint.name)) expect(row.client_id).toBeNull();
      else if (endpoint.resource !== 'client' && !endpoint.name.startsWith('clients.'))
        expect(row.client_id).toBe(world.own.client);
      if (row.action === 'update') expect(Object.keys(row.changes)).not.toEqual([]);
      expect(JSON.stringify(row.changes)).not.toMatch(/argon2|tension of the wire|another span|aw_\w{20}/);
    }
  });
});
