import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import { describe, expect, it } from 'vitest';
import { makeAuthenticator } from '../../../testing/authenticator.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import { makeStage } from '../second-factor/testing.ts';
import { GUESSABLE, type GuessableName } from './guesses.ts';
import { insertReset } from './store-sessions.ts';

const stage = await makeStage();
const { server } = stage;
const QUARTER_HOUR = 15 * 60_000;

/** Names of fields that take a guessable secret. */
const SECRET =
  /^(password|old_password|totp|recovery|passkey|token|challenge|code|sso|pin|secret|claim_code)$/;
/** Secrets with limits of their own, or that cannot be guessed. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'auth.login.password': 'attempt(): session.test.ts',
  'me.confirm.password': 'attempt(): confirm.test.ts',
  'me.password.old_password': 'the same',
  'me.patch.password': 'the same',
  'auth.sso_finish.code': 'the provider checks it, for a challenge',
  'me.sso_link.code': 'the same',
  'users.create.password': 'is set',
  'users.patch.password': 'is set',
  'users.put.password': 'is set',
};
const shapeOf = (schema: unknown): string[] => {
  const { def } = (schema ?? {}) as { def?: Record<string, unknown> };
  if (def === undefined) return [];
  if (def.type === 'object') return Object.keys(def.shape as object);
  const inner = [def.innerType, def.in, def.left, def.right, ...((def.options as unknown[]) ?? [])];
  return inner.flatMap(shapeOf);
};
const secretsOf = ({ name, params, query, body }: AnyEndpoint) =>
  [params, query, body]
    .flatMap(shapeOf)
    .filter((field) => SECRET.test(field))
    .map((field) => `${name}.${field}`);

it('every field that takes a secret has its limit', () => {
  const taking = new Set(ENDPOINTS.flatMap(secretsOf));
  expect(taking.size).toBeGreaterThan(15);
  const listed = Object.values(GUESSABLE).flatMap(({ at }) => at as readonly string[]);
  expect([...listed, ...Object.keys(ELSEWHERE)].sort()).toEqual([...taking].sort());
});

interface Attack {
  readonly wrong: (headers: Record<string, string>) => Promise<{ status: number }>;
  /** The right secret, the same one each time. */
  readonly right: (headers: Record<string, string>) => Promise<{ status: number }>;
}
const origin = () => server.url.replace('127.0.0.1', 'localhost');
const from = (network: number) => ({ 'X-Forwarded-For': `198.51.${100 + (network >> 8)}.${network & 255}` });
const post = (path: string, body: object) => (headers: Record<string, string>) =>
  server.api().post(path, body, headers);

/** How each secret is attacked, by a stranger or by somebody with the password. */
const ATTACKS: Record<GuessableName, () => Promise<Attack>> = {
  async code() {
    const user = await stage.person();
    const { codes } = await stage.withTotp(user);
    const send = (factor: object) => async (headers: Record<string, string>) => {
      const asked = await stage.signIn(user.email, headers);
      expect(asked.status).toBe(200);
      return stage.finish({ challenge: asked.body.second_factor.challenge, ...factor }, headers);
    };
    return { wrong: send({ totp: '000000' }), right: send({ recovery: codes[0] }) };
  },
  async first_code() {
    const user = await stage.person();
    const path = '/me/second-factor/totp/';
    await user.api.post(path);
    return {
      wrong: (headers) => user.api.post(path, { code: '000000' }, headers),
      right: async (headers) => {
        const refused = await user.api.post(path, { code: '000001' }, headers);
        if (refused.status === 429) return refused;
        const { secret } = (await user.api.post(path)).body;
        return user.api.post(path, { code: stage.codeOf(secret) }, headers);
      },
    };
  },
  async passkey() {
    const user = await stage.person();
    const authenticator = makeAuthenticator();
    const { challenge, options } = (await user.api.post('/me/passkeys/')).body;
    const response = authenticator.create(options, origin());
    await user.api.post('/me/passkeys/', { challenge, name: 'Desk', response });
    const confirm = (forged: object) => async (headers: Record<string, string>) => {
      const asked = (await user.api.post('/me/confirm/options/', undefined, headers)).body;
      const passkey = authenticator.get(asked.passkey, origin(), forged);
      // Confirming has separate limits, by person.
      await server.db.deleteFrom('throttle_hits').where('scope', '=', 'login_device').execute();
      return user.api.post('/me/confirm/', { challenge: asked.challenge, passkey }, headers);
    };
    return { wrong: confirm({ origin: 'https://evil.example' }), right: confirm({}) };
  },
  async challenge() {
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    return {
      wrong: post('/second-factor/', { challenge: newSecret(), totp: '000000' }),
      right: async (headers) => {
        const { challenge } = (await stage.signIn(user.email, headers)).body.second_factor;
        return stage.finish({ challenge, totp: stage.codeOf(secret) }, headers);
      },
    };
  },
  async reset_link() {
    const user = await stage.person();
    const token = newSecret();
    await insertReset(server.db, user.id, sha256(token), stage.date(), new Date(stage.now() + 3_600_000));
    const link = { uid: String(user.id), new_password: 'seven gulls above the mast' };
    return {
      wrong: post('/reset-password/', { ...link, token: newSecret() }),
      right: post('/reset-password/', { ...link, token }),
    };
  },
  async email_link() {
    const user = await stage.person();
    const token = newSecret();
    const pending = { user_id: user.id, email: `moved-${user.id}@example.com`, hash: sha256(token) };
    const expires_at = new Date(stage.now() + 3_600_000);
    await server.db
      .insertInto('email_changes')
      .values({ ...pending, expires_at })
      .execute();
    const link = (secret: string) => post('/confirm-email/', { uid: String(user.id), token: secret });
    return { wrong: link(newSecret()), right: link(token) };
  },
  async claim_code() {
    const client = await server.createClient();
    const manager = await server.createUser({ level: 'privileged', client: client.id });
    const serial_number = `CLAIMED-${client.id}`;
    const code = newSecret()
      .replace(/[^A-Za-z0-9]/g, '')
      .slice(0, 24);
    await server.db
      .insertInto('box_claims')
      .values({ serial_number, code_hash: sha256(code) })
      .execute();
    const claim = (claim_code: string) => (headers: Record<string, string>) =>
      manager.api.post('/boxes/claim/', { serial_number, claim_code }, headers);
    return { wrong: claim('WRONG-WRONG-WRONG'), right: claim(code) };
  },
  async box_link() {
    const client = await server.createClient();
    const manager = await server.createUser({ level: 'privileged', client: client.id });
    const box = await server.createBox({ client: client.id });
    const made = await manager.api.post(`/boxes/${box.id}/links/`, { name: 'Depot' });
    const token = String(made.body.url).split('#')[1];
    return {
      wrong: post('/shared-box/', { token: newSecret() }),
      right: post('/shared-box/', { token }),
    };
  },
  async file_link() {
    const user = await stage.person();
    const token = newSecret();
    const file = `exports/${user.id}.csv`;
    await server.parts.files.put(file, Buffer.from('a;b'));
    const params = JSON.stringify({ link: sha256(token).toString('hex') });
    const job = { user_id: user.id, kind: 'export', state: 'done', file, params };
    await server.db
      .insertInto('jobs')
      .values(job as never)
      .execute();
    const get = (secret: string) => (headers: Record<string, string>) =>
      server.api().get(`/jobs/download/${secret}/`, headers);
    return { wrong: get(newSecret()), right: get(token) };
  },
};

let networks = 0;
describe('what can be guessed', () => {
  it.each(Object.keys(GUESSABLE) as GuessableName[])(
    '%s: after its tries nothing is evaluated',
    async (name) => {
      const { bounds } = GUESSABLE[name];
      const [{ by, most }] = bounds;
      const { wrong, right } = await ATTACKS[name]();
      const here = from(++networks);
      /** An account's limit holds wherever the attempts come from. */
      const place = () => (by === 'account' ? from(++networks) : here);
      for (let tries = 0; tries < most; tries += 1)
        expect((await wrong(place())).status, `try ${tries}`).toBeGreaterThanOrEqual(400);
      const last = place();
      expect([(await wrong(last)).status, (await right(last)).status]).toEqual([429, 429]);
      // A refused attempt is not evaluated: the right secret was neither accepted nor used up.
      stage.pass(QUARTER_HOUR + 1000);
      expect((await right(by === 'account' ? place() : here)).status).toBeLessThan(300);
    },
  );

  it('codes of an account are tried ten times, from however many networks at one moment, and the owner is told', async () => {
    const user = await stage.person();
    const { secret } = await stage.withTotp(user);
    const asked = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const headers = from(++networks);
        const { body } = await stage.signIn(user.email, headers);
        return { headers, challenge: body.second_factor.challenge };
      }),
    );
    const answers = await Promise.all(
      asked.map(({ challenge, headers }) => stage.finish({ challenge, totp: '000000' }, headers)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    const mails = () =>
      server.db
        .selectFrom('messages')
        .select(['recipient', 'payload'])
        .where('user_id', '=', user.id)
        .where('kind', '=', 'codes_guessed')
        .execute();
    expect(await mails()).toMatchObject([{ recipient: user.email }]);
    // A stranger's right code is not evaluated either; one mail a day.
    const { challenge, headers } = asked[39]!;
    expect((await stage.finish({ challenge, totp: stage.codeOf(secret) }, headers)).status).toBe(429);
    expect(await mails()).toHaveLength(1);
  });
});
