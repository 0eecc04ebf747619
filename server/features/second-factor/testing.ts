import { TOTP } from 'otpauth';
import { testServer } from '../../../testing/test-server.ts';
import { hashPassword } from '../credentials/passwords.ts';

const PASSWORD = 'nine weights on a wheel';

/**
 * A server with a manual clock, because codes are valid for thirty seconds, and people with one shared
 * password.
 */
export async function makeStage() {
  const password_hash = await hashPassword(PASSWORD);
  let offset = 0;
  const now = () => Date.now() + offset;
  const server = await testServer({
    env: { ROLES: 'web' },
    clock: { now, date: () => new Date(now()) } as never,
  });
  const person = (more: object = {}) => server.createUser({ password_hash, ...more });
  type Person = Awaited<ReturnType<typeof person>>;
  const codeOf = (secret: string, at = now()) => new TOTP({ secret }).generate({ timestamp: at });
  const pass = (ms: number) => {
    offset += ms;
  };
  return {
    server,
    password: PASSWORD,
    now,
    date: () => new Date(now()),
    pass,
    person,
    codeOf,
    signIn: (email: string, headers: Record<string, string> = {}) =>
      server.api().post('/api-token-auth/', { username: email, password: PASSWORD }, headers),
    finish: (body: object, headers: Record<string, string> = {}) =>
      server.api().post('/second-factor/', body, headers),
    /** Sets up an authenticator for somebody: returns its secret, and the recovery codes. */
    async withTotp(user: Person) {
      const { secret } = (await user.api.post('/me/second-factor/totp/')).body;
      const done = await user.api.post('/me/second-factor/totp/', { code: codeOf(secret) });
      // The confirming code is used up: the next one comes in thirty seconds.
      pass(30_000);
      return { secret: secret as string, codes: done.body.recovery_codes as string[] };
    },
    /** Audit log entries of an action on a user, or by them. */
    async told(action: string, user: number) {
      return server.db
        .selectFrom('audit_told')
        .select(['user_id', 'entity_name', 'changes', 'address', 'device'])
        .where('action', '=', action)
        .where((where) => where.or([where('entity_id', '=', user), where('user_id', '=', user)]))
        .orderBy('id')
        .execute();
    },
  };
}
