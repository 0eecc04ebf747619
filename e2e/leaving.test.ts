import { expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { type } from './forms/form-play.ts';
import { PASSWORD, setSignedIn } from './signed-in.ts';

const signedIn = setSignedIn('admin', { ROLES: 'web' });

it.each([
  ['what is ticked, and', true],
  ['nothing of what people wrote, and', false],
])('a box that is moved in its form takes along %s its measures', async (_name, ticked) => {
  const { page, server } = signedIn;
  const [from, to] = [await server.createClient(), await server.createClient()];
  const author = await server.createUser({ client: from.id });
  const reader = await server.createUser({ client: to.id });
  const box = await server.createBox({ client: from.id });
  const at = new Date().toISOString();
  expect(await author.api.post('/notes/', { box: box.id, at, text: 'seen' })).toMatchObject({ status: 201 });
  await page.goto(`${server.url}${paths.boxEdit(box.id)}`);
  await type(page, { label: 'Client', value: to.name, kind: 'choice' });
  await page.getByText('The box moves to another client').waitFor();
  if (ticked) await page.getByLabel('Notes and the comment, with the names of their authors').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**${paths.box(box.id)}`);
  expect((await reader.api.get(`/boxes/${box.id}/`)).body.client).toBe(to.id);
  const { results } = (await reader.api.get(`/notes/?box=${box.id}`)).body;
  expect(results.map(({ text }: { text: string }) => text)).toEqual(ticked ? ['seen'] : []);
});

it('a key whose maker left is shown as such, and kept by a click and a proof', async () => {
  const { page, server } = signedIn;
  const client = await server.createClient();
  const maker = await server.createUser({ level: 'privileged', client: client.id });
  const key = (await maker.api.post('/keys/', { name: 'Historian' })).body;
  expect(await server.admin.api.patch(`/users/${maker.id}/`, { is_active: false })).toMatchObject({
    status: 200,
  });
  await page.goto(`${server.url}${paths.settings({ tab: 'keys' })}`);
  await page.getByText('Creator left').first().waitFor();
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
  await page.getByRole('button', { name: 'Keep: Historian' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel(/Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(async () => (await server.admin.api.get(`/keys/${key.id}/`)).body)
    .toMatchObject({ maker_left_at: null, expires_at: key.expires_at });
});
