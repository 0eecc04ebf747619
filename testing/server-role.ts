import { ask } from './plain-query.ts';

const NAME = 'aerowatch_test_server';

/** The address of a database for a role that owns nothing in it, as a server of yours signs in. */
export async function serverRoleOf(url: string): Promise<string> {
  // Test files run at once over one PostgreSQL: another may have made it.
  await ask(
    url,
    `do $$ begin create role ${NAME} login password '${NAME}'; exception when duplicate_object or unique_violation then null; end $$`,
  );
  const own = new URL(url);
  own.username = NAME;
  own.password = NAME;
  return own.href;
}
