import { ask } from './plain-query.ts';

const NAME = 'aerowatch_test_server';

/** The database URL for a role that owns no tables, as for a server with its own PostgreSQL. */
export async function serverRoleOf(url: string): Promise<string> {
  // Test files run at the same time over one PostgreSQL: another may have created the role.
  await ask(
    url,
    `do $$ begin create role ${NAME} login password '${NAME}'; exception when duplicate_object or unique_violation then null; end $$`,
  );
  const own = new URL(url);
  own.username = NAME;
  own.password = NAME;
  return own.href;
}
