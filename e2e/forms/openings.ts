import type { Language } from '@aerowatch/domain/languages';
import type { Page } from 'playwright-core';
import { paths } from '../../web/lib/paths.ts';
import { textOf } from '../appearance/text-of.ts';
import type { Stage } from '../stage.ts';

/** The translation of an English text. */
type Say = (english: string) => RegExp;
/** The English text of a button, menu item, checkbox or option; or any other action. */
export type Step = string | ((page: Page, stage: Stage, say: Say) => Promise<unknown>);

/** A dialog, menu or part that opens over or within a screen, and is not there at first. */
export interface Opening {
  name: string;
  path: (stage: Stage) => string;
  steps: readonly Step[];
  /** Proves that it is open if its steps change the screen too: a text of `i18n`, or data. */
  shows?: string | RegExp;
  /** Words typed by the steps themselves. */
  typed?: readonly string[];
  /** First of its kind: checked against WCAG as well. */
  accessible?: true;
  /** It leaves typed input, which the console asks about before discarding. */
  unsaved?: true;
}

const ownBox = (stage: Stage) =>
  stage.boxes.find((box) => box.client === stage.clients.own && box.aeros.length === 2)!;
const box = (stage: Stage) => paths.box(ownBox(stage).id);
const at = (path: string) => () => path;
const ROLES = ['button', 'menuitem', 'checkbox', 'radio', 'tab', 'combobox', 'switch'] as const;

/** Presses the first topmost element with the word in its name. */
async function press(page: Page, word: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog');
  const over = (await dialog.filter({ visible: true }).count()) > 0 ? dialog.last() : page;
  const [first, ...others] = ROLES.map((role) => over.getByRole(role, { name: word }));
  const any = others.reduce((all, one) => all.or(one), first!);
  await any.filter({ visible: true }).first().click();
}

/** Opens it on a page in this language, at any width: names come from the text tables. */
export async function open(page: Page, stage: Stage, opening: Opening, language: Language): Promise<void> {
  const say: Say = (english) => textOf(english, language);
  for (const step of opening.steps)
    await (typeof step === 'string' ? press(page, say(step)) : step(page, stage, say));
  const { shows } = opening;
  if (shows !== undefined)
    await page
      .getByText(typeof shows === 'string' ? say(shows) : shows)
      .filter({ visible: true })
      .first()
      .waitFor();
}

const type =
  (text: string): Step =>
  (page) =>
    page.keyboard.type(text);
/** The row of a box whose client has tags and firmware; actions on rows appear over the list. */
export const row: Step = (page, { boxes, clients }) => {
  const { serial_number } = boxes.find(({ client }) => client === clients.own)!;
  return page.locator('tbody tr').filter({ hasText: serial_number }).getByRole('checkbox').check();
};
/** The command palette, ready to be typed into. */
const palette: Step = async (page) => {
  await page.keyboard.press('Control+k');
  await page.locator('.mantine-Spotlight-search input:focus').waitFor();
};
/** A label that begins with this, whatever surrounds it. */
export const begins = (text: RegExp): RegExp => new RegExp(`^[⟦\\s]*${text.source}`, 'iu');
/** The choices of a field. */
const list =
  (name: string): Step =>
  (page, _stage, say) =>
    page
      .getByRole('combobox', { name: begins(say(name)) })
      .filter({ visible: true })
      .first()
      .press('ArrowDown');
/** Behind another button if there is too little space. */
const onPhone =
  (word: string): Step =>
  async (page, _stage, say) => {
    if (page.viewportSize()!.width >= 768) return;
    // Actions on a selection come after those on the whole list.
    const button = page
      .getByRole('button', { name: begins(say(word)) })
      .filter({ visible: true })
      .last();
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
  };
const calendar =
  (label: string): Step =>
  (page, _stage, say) =>
    page
      .getByLabel(begins(say(label)))
      .filter({ visible: true })
      .first()
      .click();
/** Selects the other unit system: each preference is saved when it is changed. */
const otherUnits: Step = (page) =>
  page.locator('input:is([value=metric], [value=imperial]):not(:checked) + label').click();
const bulk = onPhone('Actions');
export const options = onPhone('Options');
/** A way out of the screen that every width shows. */
export const away = (page: Page): Promise<void> =>
  page.locator('main').getByRole('link').filter({ visible: true }).first().click();
const file =
  (name: string, ...lines: string[]): Step =>
  (page) =>
    page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: name.endsWith('.csv') ? 'text/csv' : 'image/png',
      buffer: Buffer.from(lines.join('\n')),
    });
/** The smallest picture that there is. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture: Step = (page) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
/** The server's next answer to this kind of request. */
const answered =
  (url: string | RegExp, status: number, json: object): Step =>
  (page) =>
    page.route(url, (route) => route.fulfill({ status, json }), { times: 1 });
const manyMeasures = answered(/\/measures\/boxes\/count\//, 200, { count: 20_000 });
/** Creates a note at the cursor of a curve. */
const note: Step = (page) => page.getByRole('application').first().press('n');
export const choose =
  (label: string, option: string): Step =>
  async (page, _stage, say) => {
    await page
      .getByRole('combobox', { name: begins(say(label)) })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole('option', { name: say(option) }).click();
  };
const newConfiguration: Step = (_page, stage) =>
  stage.server.admin.api.patch(`/boxes/${ownBox(stage).id}/`, { desired: { log_time: 1200 } });
const changedBySomebodyElse: Step = async (page, stage, say) => {
  await page.getByRole('textbox', { name: begins(say('Pole')) }).fill('mine');
  await stage.server.admin.api.patch(`/boxes/${ownBox(stage).id}/`, { pole: '12/9' });
};

const edit = (stage: Stage) => `${box(stage)}/edit`;
const tab = (name: string) => (stage: Stage) => `${box(stage)}?tab=${name}`;
const measures = (stage: Stage) => {
  const { id, aeros } = ownBox(stage);
  return paths.measuresImport({ box: id, aero: aeros[0]!.id });
};
const rule = (stage: Stage) => paths.supervisorEdit(stage.supervisor);
const curve = (stage: Stage) => paths.visualization({ aeros: ownBox(stage).aeros[0]!.id });

/** One line each, grouped by screen. */
export const OPENINGS: readonly Opening[] = [
  { name: 'profile menu', path: at(paths.preferences()), steps: ['Profile menu'], accessible: true },
  { name: 'language menu', path: at(paths.preferences()), steps: ['Language'] },
  { name: 'palette', path: at(paths.preferences()), steps: [palette] },
  {
    name: 'palette: found',
    path: at(paths.preferences()),
    steps: [palette, type('AW-0')],
    shows: /AW-0/,
    accessible: true,
  },
  {
    name: 'palette: none',
    path: at(paths.preferences()),
    steps: [palette, type('zzzz')],
    shows: 'Nothing found',
  },
  {
    name: 'toast',
    path: at(paths.preferences()),
    steps: [otherUnits],
    shows: 'Preference saved',
  },
  {
    name: 'no privilege',
    path: at(paths.preferences()),
    steps: [answered('**/api/me/', 403, {}), otherUnits],
    shows: 'Not allowed',
  },

  { name: 'map: filters', path: at(paths.map()), steps: ['Filters'] },

  { name: 'boxes: columns', path: at(paths.boxes()), steps: ['Columns'], accessible: true },
  { name: 'boxes: one selected', path: at(paths.boxes()), steps: [row] },
  { name: 'boxes: tags', path: at(paths.boxes()), steps: [row, bulk, 'Tags'], shows: 'Change tags' },
  {
    name: 'boxes: firmware',
    path: at(paths.boxes()),
    steps: [row, bulk, 'Update firmware'],
    shows: 'Start the update',
  },
  {
    name: 'boxes: configuration',
    path: at(paths.boxes()),
    steps: [row, bulk, 'Change configuration', list('Fields')],
    shows: 'Server address',
    accessible: true,
  },
  { name: 'boxes: filters', path: at(paths.boxes()), steps: ['Filters'] },

  { name: 'box: delete', path: box, steps: ['Delete'] },
  { name: 'box: SAMI', path: box, steps: ['Change SAMI'], accessible: true },
  { name: 'box: a moment for a note', path: box, steps: ['Add a note'] },
  { name: 'box: note', path: box, steps: [note], shows: 'Note on the curve' },
  {
    name: 'box: restore',
    path: tab('configuration'),
    steps: [newConfiguration, 'Restore this version'],
    shows: 'Restore version',
  },
  { name: 'box: firmware', path: tab('firmware'), steps: [list('Firmware')] },
  { name: 'box: kind of entry', path: tab('history'), steps: [list('Kind')] },

  { name: 'box edit: remove an AERO', path: edit, steps: ['Remove AERO'] },
  { name: 'box edit: copy', path: edit, steps: ['Copy configuration'] },
  { name: 'box edit: password', path: edit, steps: ['New device password'] },
  { name: 'box edit: date', path: edit, steps: [calendar('Installation date')], accessible: true },
  { name: 'box edit: conductor', path: edit, steps: [list('Conductor type')] },
  {
    name: 'box edit: merge',
    path: edit,
    steps: [changedBySomebodyElse, 'See the changes'],
    shows: 'Merge into my form',
    accessible: true,
    typed: ['mine', '12/9'],
    unsaved: true,
  },
  {
    name: 'box edit: leave',
    path: edit,
    steps: [
      (page, _stage, say) =>
        page
          .getByRole('textbox', { name: begins(say('Name')) })
          .first()
          .fill('-'),
      away,
    ],
    shows: 'Leave without saving',
    unsaved: true,
  },

  {
    name: 'boxes: import checked',
    path: at(paths.boxImport()),
    steps: [file('a.csv', 'serial_number,name', 'Q-1,1', '?,2')],
    shows: 'Preview',
    typed: ['a.csv'],
  },
  {
    name: 'boxes: imported',
    path: at(paths.boxImport({ again: '' })),
    steps: [file('a.csv', 'serial_number,name', 'Q-1,1'), 'Import {{count}} box'],
    shows: 'box was imported',
    typed: ['a.csv'],
  },
  {
    name: 'boxes: import refused',
    path: at(paths.boxImport({ other: '' })),
    steps: [file('a.png', '1')],
    shows: 'This is neither a CSV file nor an Excel workbook',
  },
  {
    name: 'measures: import, columns',
    path: at(paths.measuresImport()),
    steps: [file('b.csv', 'when,what', '1,2')],
    typed: ['b.csv', 'when', 'what'],
  },
  {
    name: 'measures: import checked',
    path: measures,
    steps: [file('b.csv', 'time,stroke', '2020-01-01T00:00:00Z,500'), 'Check the file'],
    shows: 'The check is done',
    typed: ['b.csv', 'time', 'stroke'],
  },

  { name: 'alerts: columns', path: at(paths.alerts()), steps: ['Columns'] },
  { name: 'alerts: export', path: at(paths.alerts()), steps: ['Export'] },
  { name: 'alerts: seen', path: at(paths.alerts()), steps: ['Mark as seen'] },
  { name: 'alerts: filters', path: at(paths.alerts()), steps: ['Filters'] },
  { name: 'alerts: by box', path: at(paths.alerts({ view: 'boxes' })), steps: [] },

  { name: 'curves: export', path: curve, steps: ['Export'] },
  {
    name: 'curves: export of many',
    path: curve,
    steps: ['Export', manyMeasures, (page) => press(page, /^CSV$/)],
    shows: 'Many measures',
  },
  { name: 'curves: saved views', path: curve, steps: ['Saved views'], accessible: true },
  { name: 'curves: more options', path: curve, steps: [options, 'Frequency, time zone, refresh'] },
  { name: 'curves: range', path: curve, steps: [options, list('Time range')] },
  {
    name: 'curves: custom dates',
    path: curve,
    steps: [options, choose('Time range', 'Custom dates'), calendar('From')],
  },
  { name: 'curves: table', path: (stage) => `${curve(stage)}&view=table`, steps: [] },
  { name: 'curves: scatter', path: (stage) => `${curve(stage)}&view=scatter`, steps: [] },

  { name: 'supervisors: columns', path: at(paths.supervisors()), steps: ['Columns'] },
  { name: 'supervisors: delete', path: at(paths.supervisors()), steps: ['Delete'] },
  { name: 'supervisor: metric', path: rule, steps: [list('Metric')] },
  { name: 'supervisor: comparator', path: rule, steps: [list('Comparator')] },
  { name: 'supervisor: rehearsal', path: rule, steps: ['Rehearse'], shows: 'would have opened' },
  { name: 'users: delete', path: at(paths.users()), steps: ['Delete'], accessible: true },
  { name: 'users: filters', path: at(paths.users()), steps: ['Filters'] },
  {
    name: 'users: import checked',
    path: at(paths.userImport()),
    steps: [file('u.csv', 'email,first_name,last_name', 'u@rail.example,U,One', '?,V,Two')],
    shows: 'Preview',
    typed: ['u.csv', 'u@rail.example', 'One'],
  },
  { name: 'user: role', path: at(paths.userCreate()), steps: [list('Role')] },
  { name: 'clients: delete', path: at(paths.clients()), steps: ['Delete'] },
  { name: 'firmwares: delete', path: at(paths.firmwares()), steps: ['Delete'] },
  { name: 'update: cancel', path: (stage) => paths.firmwareUpdate(stage.rollout), steps: ['Cancel'] },
  { name: 'diagnostics: columns', path: at(paths.diagnostics()), steps: ['Columns'] },
  { name: 'tags: delete', path: at(paths.settings({ tab: 'tags' })), steps: ['Delete'] },
  {
    name: 'keys: made',
    path: at(paths.keyCreate()),
    steps: [
      (page, _stage, say) => page.getByLabel(begins(say('Name'))).fill('K'),
      list('Client'),
      (page) => page.getByRole('option').first().click(),
      'Create',
    ],
    shows: 'I have kept the key',
  },
  { name: 'keys: delete', path: at(paths.settings({ tab: 'keys' })), steps: ['Delete'] },
  {
    name: 'security: token of a directory',
    path: at(paths.settings({ tab: 'security' })),
    steps: [
      'New token of a directory',
      (page, _stage, say) => page.getByLabel(begins(say('Name'))).fill('Entra'),
      'Create',
    ],
    shows: 'I have kept the key',
  },
  { name: 'audit: columns', path: at(paths.settings({ tab: 'audit' })), steps: ['Columns'] },
  { name: 'audit: filters', path: at(paths.settings({ tab: 'audit' })), steps: ['Filters'] },
  { name: 'outbox: filters', path: at(paths.settings({ tab: 'outbox' })), steps: ['Filters'] },
  { name: 'profile: picture', path: at(paths.profile()), steps: [picture] },
  // Nobody is signed in any more.
  {
    name: 'signed out',
    path: at(paths.preferences()),
    steps: [answered('**/api/me/', 401, {}), otherUnits],
    shows: 'Sign in again',
  },
];
