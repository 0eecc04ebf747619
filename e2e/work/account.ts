import { expect, it } from 'vitest';
import { hashPassword } from '../../server/features/credentials/passwords.ts';
import { paths } from '../../web/lib/paths.ts';
import { openContext } from '../browser.ts';
import type { Ground } from '../ground.ts';
import { STAGE_PASSWORD, type Stage } from '../stage.ts';
import { load } from '../visit.ts';

async function somebody({ server, clients }: Stage) {
  const password_hash = await hashPassword(STAGE_PASSWORD);
  const user = await server.createUser({ level: 'member', client: clients.own, password_hash });
  return { ...user, session: { token: user.token, user: (await user.api.get('/me/')).body } };
}

/** The path in the e-mail to the new address. */
async function linkOf({ server }: Stage, userId: number): Promise<string> {
  const { payload } = await server.db
    .selectFrom('messages')
    .select('payload')
    .where('kind', '=', 'email_link')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return server.parts.vault.open((payload as { sealed: string }).sealed, 'messages.payload.path');
}

async function movesToAnotherEmail(ground: Ground): Promise<void> {
  const { stage, browser } = ground;
  const user = await somebody(stage);
  const wanted = `moved-${user.id}@example.com`;
  const here = await openContext(browser, stage.server.url, { maps: false }, user.session);
  await load(here.page, `${stage.server.url}${paths.profile()}`);
  await here.page.getByRole('textbox', { name: 'E-mail' }).first().fill(wanted);
  await here.page.getByLabel('Your password, for the new e-mail').fill(STAGE_PASSWORD);
  await here.page.getByRole('button', { name: 'Save' }).first().click();
  await here.page.getByText(wanted).first().waitFor();
  const link = await linkOf(stage, user.id);
  const there = await openContext(browser, stage.server.url, {
    language: 'fr',
    width: 360,
    height: 740,
    maps: false,
  });
  await load(there.page, `${stage.server.url}${link}`);
  await there.page.getByRole('button', { name: 'Confirmer l’adresse' }).click();
  await there.page.getByText(wanted).waitFor();
  const taken = async () =>
    (await stage.server.db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirst())
      ?.email;
  await expect.poll(taken).toBe(wanted);
  await there.page.getByRole('link', { name: 'Se connecter' }).click();
  await there.page.getByRole('textbox', { name: 'E-mail' }).fill(wanted);
  await there.page.locator('input[type=password]').fill(STAGE_PASSWORD);
  await there.page.keyboard.press('Enter');
  await there.page.waitForURL((url) => !url.pathname.includes('login'));
  expect([...here.problems, ...there.problems]).toEqual([]);
  await Promise.all([here.context.close(), there.context.close()]);
}

async function hearsHowGoodAPasswordIs(ground: Ground): Promise<void> {
  const { stage, browser } = ground;
  const user = await somebody(stage);
  const { context, page, problems } = await openContext(
    browser,
    stage.server.url,
    { maps: false },
    user.session,
  );
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  page.on('worker', (worker) => loaded.push(worker.url()));
  await load(page, `${stage.server.url}${paths.profile()}`);
  const isEstimator = (url: string) => url.includes('strength-worker');
  expect(loaded.filter(isEstimator)).toEqual([]);
  const field = page.getByLabel('New password', { exact: true });
  for (const [typed, said] of [
    ['Motdepasse', 'Too short: 12 characters at least.'],
    ['Motdepasse2024!', 'easy to guess|much used|add a word|Weak'],
    ['le train de nuit 22', 'Strong enough.'],
  ] as const) {
    await field.fill(typed);
    await page.getByText(new RegExp(said)).first().waitFor();
  }
  expect(loaded.filter(isEstimator)).not.toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
}

/** Acts of users on their own account. */
export function ownAccount(ground: Ground): void {
  it('asks for another e-mail, follows the link of its mail elsewhere, and signs in with it', () =>
    movesToAnotherEmail(ground));

  it('hears while typing how good a new password is, from an estimator loaded only then', () =>
    hearsHowGoodAPasswordIs(ground));
}
