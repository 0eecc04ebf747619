import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { MatterAnswer } from '../../contracts/api/inbox.ts';
import { proposeDue } from '../../server/features/work/matters/propose.ts';
import { paths } from '../../web/lib/paths.ts';
import { expectShort } from '../appearance/short.ts';
import { type Ground, openAs } from '../ground.ts';
import { load, settle } from '../visit.ts';

const DESK = { width: 1440, height: 900 } as const;
const PHONE = { language: 'fr', width: 360, height: 740 } as const;
/** Matters that the dashboard lists at most. */
const ROWS = 7;
const MANY = 31;

interface Answer {
  counts: Record<'mine' | 'unassigned' | 'all', number>;
  results: { matter: MatterAnswer; group: null }[];
}
const inboxOf = async ({ stage }: Ground): Promise<Answer> =>
  (await stage.server.api(stage.people.member.token).get('/work-orders/inbox/?grouped=false')).body;

/** A proposal by the console, from an alert of the stage. */
async function proposed(ground: Ground): Promise<MatterAnswer> {
  while ((await proposeDue(ground.stage.server.db, new Date())) > 0);
  const { results } = await inboxOf(ground);
  const found = results.find(({ matter }) => matter.stage === 'proposed');
  return found!.matter;
}

/** A morning with more matters than fit, and the longest rows. */
async function isShort(ground: Ground, look: typeof DESK | typeof PHONE): Promise<void> {
  const matter = await proposed(ground);
  const { context, page } = await openAs(ground, 'member', look);
  await page.route(/\/api\/work-orders\/inbox\//, (route) => {
    const limit = Number(new URL(route.request().url()).searchParams.get('limit'));
    const results = Array.from({ length: Math.min(limit, MANY) }, (_, index) => ({
      matter: { ...matter, id: 1_000_000 + index, next_act: 'calibrate_pressure_sensor' },
      group: null,
    }));
    const counts = { mine: 3, unassigned: 28, all: MANY };
    return route.fulfill({ json: { counts, count: MANY, next_cursor: null, results } });
  });
  await page.route(/\/api\/notices\//, (route) =>
    route.fulfill({ json: { unread: 0, mine: 3, results: [] } }),
  );
  await load(page, ground.stage.server.url);
  const list = page.getByRole('list', { name: /Inbox|À traiter/ });
  expect(await list.getByRole('listitem').count()).toBe(ROWS);
  await page.getByRole('link', { name: new RegExp(`(All|Voir les) ${MANY}`) }).waitFor();
  await expectShort(page, look.height);
  // The customer's figures are visible without scrolling.
  for (const name of [
    /Boxes deployed|Boîtiers déployés/,
    /Open alerts|Alertes ouvertes/,
    /Latest measure|Dernière mesure/,
    /SAMI/,
  ]) {
    const box = (await page.locator('main').getByText(name).first().boundingBox())!;
    expect(box.y + box.height).toBeLessThan(look.height);
  }
  // How many are one's own, in the header of every page.
  await page.getByRole('banner').getByRole('button', { name: /: 3/ }).waitFor();
  await context.close();
}

/** Several similar ones share a row, which can be expanded. */
async function openGroups(page: Page): Promise<void> {
  const closed = page.getByRole('listitem').locator('button[aria-expanded=false]:not([aria-haspopup])');
  while ((await closed.count()) > 0) await closed.first().click();
  await settle(page);
}

/** A row of an opened group bears a mark: the line that explains it appears with it. */
async function explainsItsMarks(ground: Ground): Promise<void> {
  const matter = await proposed(ground);
  const ids = [1, 2, 3].map((one) => 1_000_000 + one);
  const { context, page } = await openAs(ground, 'member', DESK);
  await page.route(/\/api\/work-orders\/inbox\//, (route) => {
    const isOpened = route.request().url().includes('ids=');
    const results = isOpened
      ? ids.map((id) => ({ matter: { ...matter, id, after_deadline: true }, group: null }))
      : [{ matter: { ...matter, id: ids[0] }, group: { count: 3, ids, line: 'L' } }];
    const counts = { mine: 0, unassigned: 3, all: 3 };
    return route.fulfill({ json: { counts, count: results.length, next_cursor: null, results } });
  });
  await load(page, ground.stage.server.url);
  const line = page.getByText('* after its deadline');
  expect(await line.isVisible()).toBe(false);
  await openGroups(page);
  await line.waitFor();
  expect(await page.locator('[data-mark]').count()).toBe(3);
  await context.close();
}

/** One click; the row stays, with the person in charge, and the message links to it. */
async function acceptsInOneClick(ground: Ground): Promise<void> {
  const matter = await proposed(ground);
  const { context, page } = await openAs(ground, 'member', DESK);
  await load(page, ground.stage.server.url);
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="${paths.workOrder(matter.id)}"]`) });
  await openGroups(page);
  await row.getByRole('button', { name: /^Accept/ }).click();
  await openGroups(page);
  await row.getByText('Élodie Technicienne').waitFor();
  expect((await ground.stage.server.admin.api.get(`/work-orders/${matter.id}/`)).body).toMatchObject({
    stage: 'open',
    severity: matter.severity,
    due_on: matter.due_on,
    assignee: ground.stage.people.member.id,
  });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForURL(`**${paths.workOrder(matter.id)}`);
  await settle(page);
  await context.close();
}

/** A unique proposal: from an alert on a metric that no rule of the stage watches, and no fault explains. */
async function ownProposal(ground: Ground, metric: string): Promise<MatterAnswer> {
  const { server, boxes, clients } = ground.stage;
  const box = boxes.findLast(({ client }) => client === clients.own)!;
  const { id: _, ...like } = await server.db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', ground.stage.alert)
    .executeTakeFirstOrThrow();
  const before = new Set((await inboxOf(ground)).results.map(({ matter }) => matter.id));
  await server.db
    .insertInto('alerts')
    .values({
      ...like,
      condition: JSON.stringify({ ...(like.condition as object), metric }),
      also: JSON.stringify(like.also),
      box_id: box.id,
      aero_id: box.aeros[0]!.id,
      supervisor_id: null,
    } as never)
    .execute();
  while ((await proposeDue(server.db, new Date())) > 0);
  const { results } = await inboxOf(ground);
  return results.find(({ matter }) => !before.has(matter.id))!.matter;
}

/** With a reason; it disappears from the list. */
async function dismissesWithAReason(ground: Ground): Promise<void> {
  const { server } = ground.stage;
  const matter = await ownProposal(ground, 'battery_voltage');
  const { context, page } = await openAs(ground, 'member', DESK);
  await load(page, `${server.url}${paths.workOrders()}`);
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="${paths.workOrder(matter.id)}"]`) });
  await openGroups(page);
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Dismiss…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Planned elsewhere').check();
  await dialog.getByLabel('Comment').fill('Campaign of March');
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  expect((await server.admin.api.get(`/work-orders/${matter.id}/`)).body).toMatchObject({
    stage: 'dismissed',
    dismissed: { reason: 'planned_elsewhere', until: null },
  });
  await context.close();
}

/** An alert shows its matter, which is accepted there; the matter's page shows its events and their users. */
async function isFollowedFromItsAlert(ground: Ground): Promise<void> {
  const { server, people } = ground.stage;
  const matter = await ownProposal(ground, 'silence');
  const { id: alert } = await server.db
    .selectFrom('alerts')
    .select('id')
    .where('work_order_id', '=', matter.id)
    .executeTakeFirstOrThrow();
  const { context, page } = await openAs(ground, 'member', DESK);
  await load(page, `${server.url}${paths.alert(alert)}`);
  const panel = page.getByRole('region', { name: 'Matter' });
  await panel.getByText('Proposed').waitFor();
  await panel.getByRole('button', { name: 'Accept' }).click();
  await panel.getByText('Élodie Technicienne').waitFor();
  await panel.getByRole('link', { name: matter.name }).click();
  await page.waitForURL(`**${paths.workOrder(matter.id)}`);
  // Notes of the checklist are one below the other, without a large gap.
  const notes = page.getByRole('textbox', { name: /^What was seen or measured/ });
  const [one, two] = await Promise.all([0, 1].map((at) => notes.nth(at).boundingBox()));
  expect(two!.y - one!.y).toBeLessThan(120);
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Accepted').waitFor();
  expect(await history.getByRole('listitem').first().innerText()).toMatch(/^Proposed/);
  expect(await history.getByRole('listitem').nth(1).innerText()).toContain('Élodie Technicienne');
  await context.close();
  await takesOver(ground, matter, people.member.id);
}

/** An accepted matter without an owner is taken over from its row. */
async function takesOver(ground: Ground, matter: MatterAnswer, me: number): Promise<void> {
  const { server } = ground.stage;
  await server.admin.api.post('/work-orders/assign/', { ids: [matter.id], assignee: null });
  const { context, page } = await openAs(ground, 'member', DESK);
  await load(page, `${server.url}${paths.workOrders({ tab: 'unassigned' })}`);
  await openGroups(page);
  const row = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="${paths.workOrder(matter.id)}"]`) });
  await row.getByRole('button', { name: /^Take on/ }).click();
  await page.getByText('It is yours.').waitFor();
  await row.waitFor({ state: 'detached' });
  expect((await server.admin.api.get(`/work-orders/${matter.id}/`)).body).toMatchObject({ assignee: me });
  await context.close();
}

/** On any page: the matter handed over, by whom and with which comment; opening it marks it as read. */
async function tellsOfAHandOver(ground: Ground): Promise<void> {
  const { server, people } = ground.stage;
  const { id } = (await inboxOf(ground)).results[0]!.matter;
  const [to, from] = [people.member, people.privileged];
  const assign = (assignee: number, comment: string) =>
    server.api(from.token).post('/work-orders/assign/', { ids: [id], assignee, comment });
  expect((await assign(from.id, '')).status).toBe(200);
  expect((await assign(to.id, 'Before Friday, please')).status).toBe(200);
  const { context, page } = await openAs(ground, 'member', PHONE);
  await load(page, `${server.url}${paths.privacy()}`);
  await page.getByRole('button', { name: /^À traiter/ }).click();
  const told = page.getByRole('menuitem').filter({ hasText: 'Before Friday, please' });
  await told.getByText(/vous a confié ceci · .*non lu/).waitFor();
  await told.click();
  await page.waitForURL(`**${paths.workOrder(id)}`);
  const unread = async () => (await server.api(to.token).get('/notices/')).body.unread;
  await expect.poll(unread).toBe(0);
  await context.close();
}

export function inbox(ground: Ground): void {
  it('is read at a glance: seven rows, the figures in sight, at most 400 words', () => isShort(ground, DESK));
  it('on a phone it takes at most three screens', () => isShort(ground, PHONE));
  it('explains a mark wherever it stands', () => explainsItsMarks(ground));
  it('accepts in one click, changes the row in place, and leads to it', () => acceptsInOneClick(ground));
  it('tells of what was handed over, on any page', () => tellsOfAHandOver(ground));
  it('dismisses with a reason', () => dismissesWithAReason(ground));
  it('is followed from its alert, with its history, and taken over', () => isFollowedFromItsAlert(ground));
}
