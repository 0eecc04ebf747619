import { describe, expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { openAs, setGround } from './ground.ts';
import { load } from './visit.ts';
import { ownAccount } from './work/account.ts';
import { aeroRemoval } from './work/aero-removal.ts';
import { alertCounts } from './work/alert-counts.ts';
import { boxPage } from './work/box-page.ts';
import { bulk } from './work/bulk.ts';
import { curveNotes } from './work/curve-notes.ts';
import { diagnosis } from './work/diagnosis.ts';
import { forecast } from './work/forecast.ts';
import { guestLink } from './work/guest-link.ts';
import { inbox } from './work/inbox.ts';
import { line } from './work/line.ts';
import { lists } from './work/lists.ts';
import { longList } from './work/long-list.ts';
import { newBox } from './work/new-box.ts';
import { noWebgl } from './work/no-webgl.ts';
import { palette } from './work/palette.ts';
import { strokeShare } from './work/stroke-share.ts';
import { workQuestion } from './work/work-question.ts';

const ground = setGround();
const open = (level: 'member' | 'privileged' | 'admin', language: 'en' | 'fr' = 'en') =>
  openAs(ground, level, { language });

describe('one’s own account', () => ownAccount(ground));
describe('the palette', () => palette(ground));
describe('the diagnosis', () => diagnosis(ground));
describe('whether somebody worked', () => workQuestion(ground));
describe('the line', () => line(ground));
describe('the week ahead', () => forecast(ground));
describe('the page of a box', () => boxPage(ground));
describe('a new box', () => newBox(ground));
describe('notes', () => curveNotes(ground));
describe('the inbox', () => inbox(ground));
describe('a list', () => lists(ground));
describe('a share of the stroke', () => strokeShare(ground));
describe('many boxes at once', () => bulk(ground));
describe('a long list', () => longList(ground));
describe('removing an AERO', () => aeroRemoval(ground));
describe('how many alerts', () => alertCounts(ground));
describe('a link for guests', () => guestLink(ground));
describe('without WebGL', () => noWebgl(ground));

describe('work in the console', () => {
  it('by keyboard alone: find a box, edit it, save it', async () => {
    const { context, page } = await open('privileged');
    const box = ground.stage.boxes.find((candidate) => candidate.client === ground.stage.clients.own)!;
    await load(page, ground.stage.server.url);
    await page.keyboard.press('Control+k');
    // Typed at once, before the palette is open: nothing typed may be lost.
    await page.keyboard.type(box.serial_number);
    // Without an arrow first: while results of the earlier text are listed, it would select their second one.
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.box(box.id)}**`);
    await page.goto(`${ground.stage.server.url}${paths.boxEdit(box.id)}`);
    const name = page.getByLabel('Name', { exact: true }).first();
    await name.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Named by keyboard');
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await ground.stage.server.admin.api.get(`/boxes/${box.id}/`)).body.name)
      .toBe('Named by keyboard');
    await context.close();
  });

  it('the wizard keeps a draft over a reload, rehearses, and makes a supervisor', async () => {
    const { context, page } = await open('privileged');
    await page.goto(`${ground.stage.server.url}${paths.supervisorCreate()}`);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Required').first().waitFor();
    await page.getByLabel('Name').fill('Colder than before');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('checkbox').first().check();
    await page.reload();
    await page.getByText('The supervisor you had started was kept.').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('combobox', { name: 'Comparator' }).click();
    await page.getByRole('option', { name: 'greater', exact: true }).click();
    await page.getByLabel('Value').fill('55');
    await page.getByText(/When the temperature is above 55\.0\s°C: send an e-mail\./).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await page.getByText(/would have opened (no alert|\d+ alerts?)/).waitFor();
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.waitForURL(`**${paths.supervisors()}`);
    const { body } = await ground.stage.server.admin.api.get('/supervisors/?search=Colder');
    expect(body.results[0]).toMatchObject({
      name: 'Colder than before',
      enabled: true,
      client: ground.stage.clients.own,
    });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('supervisorDraft'))).toBeNull();
    await context.close();
  });

  it('an alert is marked as seen with a comment, and the sidebar follows', async () => {
    const { context, page } = await open('member');
    await page.goto(`${ground.stage.server.url}${paths.alert(ground.stage.alert)}`);
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await page.getByRole('dialog').getByLabel('Comment').fill('Looked at on site.');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as seen' }).click();
    await page.getByText('1 alert was archived.').waitFor();
    const { body } = await ground.stage.server.admin.api.get(`/alerts/${ground.stage.alert}/`);
    expect(body).toMatchObject({
      seen: true,
      comment: 'Looked at on site.',
      seen_by: ground.stage.people.member.id,
    });
    await context.close();
  });

  it('the language is changed by the user record, everywhere at once', async () => {
    const { context, page } = await open('member');
    await page.goto(ground.stage.server.url);
    const put = page.waitForRequest(
      (request) =>
        request.method() === 'PUT' && request.url().endsWith(`/api/users/${ground.stage.people.member.id}/`),
    );
    await page.getByRole('button', { name: /^Language/ }).click();
    await page
      .getByRole('menuitem', { name: /Français/ })
      .or(page.getByRole('menuitemradio', { name: /Français/ }))
      .click();
    expect(JSON.parse((await put).postData() ?? '{}')).toMatchObject({
      language: 'fr',
      email: ground.stage.people.member.email,
    });
    await page.getByRole('heading', { name: 'Tableau de bord' }).waitFor();
    await expect
      .poll(
        async () =>
          (await ground.stage.server.admin.api.get(`/users/${ground.stage.people.member.id}/`)).body.language,
      )
      .toBe('fr');
    await context.close();
  });

  it('a deletion asks for the sentence in the reader’s language', async () => {
    const client = await ground.stage.server.createClient('Sans boîtier');
    const { context, page } = await open('admin', 'fr');
    await page.goto(`${ground.stage.server.url}${paths.clients()}`);
    await page.getByRole('button', { name: /Supprimer.*Sans boîtier/ }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Supprimer' });
    await dialog.getByRole('textbox').fill('supprimer autre chose');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('supprimer Sans boîtier');
    await confirm.click();
    await expect
      .poll(async () => (await ground.stage.server.admin.api.get(`/clients/${client.id}/`)).status)
      .toBe(404);
    await context.close();
  });

  it('a session that ends in the middle of an edit loses nothing typed', async () => {
    const { context, page } = await open('privileged');
    await page.goto(`${ground.stage.server.url}${paths.tagCreate()}`);
    await page.getByLabel('Name').fill('Typed before the end');
    const save = await page.getByRole('button', { name: /create|save/i }).elementHandle();
    await ground.stage.server.db
      .deleteFrom('tokens')
      .where('user_id', '=', ground.stage.people.privileged.id)
      .execute();
    // A concurrent request may notice the ended session first: the sign-in dialog then covers the button.
    await save!.evaluate((button) => (button as HTMLElement).click());
    await page.getByText('Your session has ended. Sign in again: nothing you typed is lost.').waitFor();
    expect(await page.getByLabel('Name').first().inputValue()).toBe('Typed before the end');
    await context.close();
  });
});
