import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';
import { load } from '../visit.ts';

type Boxes = { results: { id: number; serial_number: string; client: number }[] };

/** Boxes of both clients, as an administrator sees them. */
async function boxesOfTwo({ stage }: Ground): Promise<Boxes['results']> {
  const { api } = stage.server.admin;
  const serial_number = 'AW-TRAM-77';
  await api.post('/boxes/', { serial_number, client: stage.clients.other });
  return (await api.get<Boxes>('/boxes/?page_size=100')).body.results;
}

/** From a selection of both clients to an update of one client's boxes, which leaves out the one in another update. */
async function updatesOneClient(ground: Ground): Promise<void> {
  const { stage } = ground;
  const boxes = await boxesOfTwo(ground);
  const own = boxes.filter(({ client }) => client === stage.clients.own);
  const { body: running } = await stage.server.admin.api.get(`/update/firmware/${stage.rollout}/`);
  const busy = running.boxes[0].serial_number as string;
  const { body: client } = await stage.server.admin.api.get(`/clients/${stage.clients.own}/`);
  const { context, page } = await openAs(ground, 'admin', { language: 'en' });
  await load(page, `${stage.server.url}${paths.boxes()}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('region', { name: `${boxes.length} selected` });
  await bar.getByText('Boxes of 2 clients').waitFor();

  // The same word stands in what opens, before anything is done.
  await bar.getByRole('button', { name: 'Change configuration' }).click();
  await page.getByRole('dialog').getByText('Boxes of 2 clients').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await bar.getByRole('button', { name: `Only ${client.name}` }).click();
  const kept = page.getByRole('region', { name: `${own.length} selected` });
  await kept.waitFor();
  expect(await page.getByText('Boxes of 2 clients').count()).toBe(0);
  await kept.getByRole('button', { name: 'Update firmware' }).click();

  const dialog = page.getByRole('dialog');
  const said = dialog.getByRole('status', { name: 'What will happen' });
  await said.getByText('Skipped, in another update').waitFor();
  expect(await said.innerText()).toContain(busy);
  const left = own.length - 1;
  await said.getByText(`${left} of ${own.length} box${left === 1 ? ' gets' : 'es get'}`).waitFor();
  await dialog.getByRole('button', { name: 'Start the update' }).click();
  await page.waitForURL(/\/firmwares\/updates\/\d+/);
  const id = Number(/(\d+)$/.exec(new URL(page.url()).pathname)?.[1]);
  const { body: started } = await stage.server.admin.api.get(`/update/firmware/${id}/`);
  expect(started.boxes).toHaveLength(left);
  expect(started.boxes.map((box: { serial_number: string }) => box.serial_number)).not.toContain(busy);
  await stage.server.admin.api.post(`/update/firmware/${id}/cancel/`);
  await context.close();
}

/** Variables for administrators alone; the log of changes without codes, and its record for who asks. */
async function speaksToItsReader(ground: Ground): Promise<void> {
  const { stage } = ground;
  for (const [level, told] of [
    ['privileged', false],
    ['admin', true],
  ] as const) {
    const { context, page } = await openAs(ground, level, { language: 'en' });
    await load(page, `${stage.server.url}${paths.firmwares()}`);
    await page.getByText('Signed by this server’s own key').waitFor();
    expect((await page.locator('main').innerText()).includes('FIRMWARE_KEYS'), level).toBe(told);
    await context.close();
  }
  // A request that is refused is told as what was to be done.
  await stage.server.api(stage.people.member.token).post('/tags/', { name: 'No right', color: '#123456' });
  const { context, page } = await openAs(ground, 'privileged', { language: 'fr' });
  await load(page, `${stage.server.url}${paths.settings({ tab: 'audit' })}`);
  await page.getByRole('row').nth(1).waitFor();
  const shown = await page.locator('main table').innerText();
  expect(shown).toContain('Mise à jour du micrologiciel');
  expect(shown.match(/\b[a-z]+_[a-z_]+\b|[{}]|\/[a-z-]+\/|\b(POST|PATCH|DELETE)\b/g)).toBeNull();
  await page
    .getByRole('button', { name: /^Enregistrement du/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('"entity":').waitFor();
  await context.close();
}

/** What is done with many boxes at once: whose they are, and which of them an update leaves out, is told before. */
export function bulk(ground: Ground): void {
  it('does not cross clients without a word, and tells who is skipped before an update starts', () =>
    updatesOneClient(ground));

  it('names variables to who runs the server alone, and the log of changes speaks in words', () =>
    speaksToItsReader(ground));
}
