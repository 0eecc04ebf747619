import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import type { ScreenKey } from '../../web/lib/screens.ts';
import type { Stage } from '../stage.ts';
import { settle, visit } from '../visit.ts';
import { fieldOf } from './form-play.ts';

export interface Flow {
  name: string;
  screen: ScreenKey;
  level: 'member' | 'privileged' | 'admin';
  play: (page: Page, stage: Stage) => Promise<void>;
}
export const REFUSED = 'The server does not like this.';
export const ownBox = (stage: Stage) =>
  stage.boxes.find((box) => box.client === stage.clients.own && box.aeros.length === 2)!;
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const invalid = async (page: Page, label: string, code: string): Promise<void> => {
  const field = fieldOf(page, label);
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await says(page, translateMessage(code, 'en'));
};
export async function open(page: Page, path: string): Promise<void> {
  // Waits for the screen that the last action leads to.
  await settle(page);
  await visit(page, path);
  await settle(page);
}
/** During `work`, the server's answer to a change at this address is a refusal. */
export async function refuse(
  page: Page,
  url: string,
  body: object,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(url, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: body }),
  );
  // The same message may still be shown from another refusal.
  const refused = page.waitForResponse(
    (response) => response.status() === 400 && response.request().method() !== 'GET',
  );
  await work();
  await refused;
  await page.unroute(url);
}
export const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

/** Forms with more than one step, and those inside other screens. */
export const FLOWS: Flow[] = [
  {
    name: 'preferences: each is saved as it is changed',
    screen: 'preferences',
    level: 'member',
    async play(page, stage) {
      await open(page, paths.preferences());
      await refuse(page, '**/api/me/', { unit_system: [REFUSED] }, async () => {
        await page.getByText('Imperial', { exact: false }).first().click();
        await says(page, REFUSED);
      });
      await page.getByText('Imperial', { exact: false }).first().click();
      await says(page, 'Preference saved.');
      const { body } = await stage.server.api(stage.people.member.token).get('/me/');
      expect(body.unit_system).toBe('imperial');
      await stage.server.api(stage.people.member.token).patch('/me/', { unit_system: 'metric' });
    },
  },
  {
    name: 'supervisor wizard: each step refuses what is missing, and takes the server’s refusal back to its step',
    screen: 'supervisorCreate',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.supervisorCreate());
      await button(page, 'Next').click();
      await invalid(page, 'Name', 'required');
      await fieldOf(page, 'Name').fill('By the wizard');
      await button(page, 'Next').click();
      await button(page, 'Next').click();
      await says(page, 'Choose at least one AERO.');
      await page.getByRole('checkbox').first().check();
      await button(page, 'Next').click();
      await button(page, 'Next').click();
      await invalid(page, 'Comparator', 'required');
      await invalid(page, 'Value', 'required');
      await fieldOf(page, 'Comparator').click();
      await page.getByRole('option', { name: 'greater', exact: true }).click();
      await fieldOf(page, 'Value').fill('50');
      await button(page, 'Next').click();
      await refuse(page, '**/api/supervisors/', { conditions: { 0: { value: [REFUSED] } } }, async () => {
        await button(page, 'Validate').click();
        await says(page, REFUSED);
      });
      await expect.poll(() => fieldOf(page, 'Value').getAttribute('aria-invalid')).toBe('true');
      await button(page, 'Next').click();
      await button(page, 'Validate').click();
      await page.waitForURL(`**${paths.supervisors()}`);
      const { body } = await stage.server.admin.api.get('/supervisors/?search=By the wizard');
      expect(body.results[0]).toMatchObject({ conditions: [{ value: 50 }] });
    },
  },
  {
    name: 'supervisor: edit',
    screen: 'supervisorEdit',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.supervisorEdit(stage.supervisor));
      await fieldOf(page, 'Name').fill('');
      await button(page, 'Save').click();
      await invalid(page, 'Name', 'required');
      await page.getByRole('navigation').getByRole('link', { name: 'Dashboard', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
      await fieldOf(page, 'Name').fill('Edited in the browser');
      await refuse(page, '**/api/supervisors/*/', { name: [REFUSED] }, async () => {
        await button(page, 'Save').click();
        await says(page, REFUSED);
      });
      await fieldOf(page, 'Name').fill('Edited again');
      await button(page, 'Save').click();
      await page.waitForURL(`**${paths.supervisors()}`);
      const { body } = await stage.server.admin.api.get(`/supervisors/${stage.supervisor}/`);
      expect(body.name).toBe('Edited again');
      // Reopened, it starts from the saved version, because otherwise saving would revert it.
      await page.getByRole('heading', { level: 1, name: 'Supervisors' }).waitFor();
      await open(page, paths.supervisorEdit(stage.supervisor));
      await expect.poll(() => fieldOf(page, 'Name').inputValue()).toBe('Edited again');
    },
  },
  {
    name: 'supervisor: saved elsewhere meanwhile, one of both is chosen',
    screen: 'supervisorEdit',
    level: 'privileged',
    async play(page, stage) {
      const { api } = stage.server.admin;
      const path = `/supervisors/${stage.supervisor}/`;
      await open(page, paths.supervisorEdit(stage.supervisor));
      await fieldOf(page, 'Name').fill('Mine');
      await api.patch(path, { name: 'Theirs' });
      await button(page, 'Save').click();
      await says(page, 'Changed there: Name.');
      expect((await api.get(path)).body.name).toBe('Theirs');
      await button(page, 'Load what is stored').click();
      await expect.poll(() => fieldOf(page, 'Name').inputValue()).toBe('Theirs');
      await fieldOf(page, 'Name').fill('Mine at last');
      await api.patch(path, { name: 'Theirs again' });
      await button(page, 'Save').click();
      await button(page, 'Save mine over it').click();
      await page.waitForURL(`**${paths.supervisors()}`);
      expect((await api.get(path)).body.name).toBe('Mine at last');
    },
  },
  {
    name: 'boxes: import from CSV',
    screen: 'boxImport',
    level: 'privileged',
    async play(page, stage) {
      await open(page, paths.boxImport());
      const file = page.locator('input[type=file]');
      await file.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('png') });
      await says(page, 'This is neither a CSV file nor an Excel workbook, or it is larger than 32 MiB');
      await refuse(page, '**/api/boxes/import/*', { file: [REFUSED] }, async () => {
        await file.setInputFiles(csv('boxes.csv', 'serial_number,name', 'CSV-1,One'));
        await says(page, REFUSED);
      });
      await button(page, 'Choose another file').click();
      await file.setInputFiles(csv('boxes.csv', 'serial_number,name', 'CSV-1,One', 'bad serial,Two'));
      await says(page, '1 line has errors');
      await says(page, translateMessage('serial_number', 'en'));
      await button(page, 'Import the 1 valid line only').click();
      await says(page, '1 box was imported.');
      expect((await stage.server.admin.api.get('/boxes/?search=CSV-1')).body.count).toBe(1);
    },
  },
  {
    name: 'boxes: the configuration of many is previewed, then changed',
    screen: 'boxes',
    level: 'privileged',
    async play(page, stage) {
      const { id, serial_number } = ownBox(stage);
      await open(page, paths.boxes({ search: serial_number }));
      await page.getByRole('checkbox', { name: new RegExp(serial_number) }).check();
      await button(page, 'Change configuration').click();
      const dialog = page.getByRole('dialog');
      await fieldOf(dialog, 'Fields').click();
      await page.getByRole('option', { name: 'Server address (MQTT)' }).click();
      await page.keyboard.press('Escape');
      await fieldOf(dialog, 'Server address (MQTT)').fill('nowhere');
      await says(page, translateMessage('server_address', 'en'));
      expect(await dialog.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
      await fieldOf(dialog, 'Server address (MQTT)').fill('mqtt.example.com:8883');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await says(page, 'Boxes that would change: 1 of 1');
      await dialog.getByRole('button', { name: 'Change 1 box' }).click();
      await says(page, /The new configuration waits for 1 box/);
      await page.waitForURL(`**${paths.configurationChange('*')}`);
      await page.getByRole('heading', { level: 1, name: 'Change of 1 box' }).waitFor();
      const { body } = await stage.server.admin.api.get(`/boxes/${id}/`);
      expect(body.desired.server_address).toBe('mqtt.example.com:8883');
    },
  },
  {
    name: 'boxes: an update of firmware is refused in words, then started',
    screen: 'boxes',
    level: 'privileged',
    async play(page, stage) {
      const other = stage.boxes.find(
        (box) => box.client === stage.clients.own && box.id !== ownBox(stage).id,
      )!;
      await open(page, paths.boxes({ search: other.serial_number }));
      await page.getByRole('checkbox', { name: new RegExp(other.serial_number) }).check();
      await button(page, 'Update firmware').click();
      const dialog = page.getByRole('dialog');
      await refuse(page, '**/api/update/firmware/', { non_field_errors: [REFUSED] }, async () => {
        await dialog.getByRole('button', { name: 'Start the update' }).click();
        await says(page, REFUSED);
      });
      await dialog.getByRole('button', { name: 'Start the update' }).click();
      await page.waitForURL(/\/firmwares\/updates\/\d+$/);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'box: an entry of the maintenance log',
    screen: 'box',
    level: 'member',
    async play(page, stage) {
      await open(page, paths.box(ownBox(stage).id, { tab: 'history' }));
      const text = fieldOf(page, 'What was seen or done');
      expect(await button(page, 'Add to the log').isDisabled()).toBe(true);
      await text.fill('Looked after by a test.');
      await refuse(page, '**/api/notes/', { non_field_errors: [REFUSED] }, async () => {
        await button(page, 'Add to the log').click();
        await says(page, REFUSED);
      });
      expect(await text.inputValue()).toBe('Looked after by a test.');
      await button(page, 'Add to the log').click();
      await says(page, 'Note saved.');
      await expect.poll(() => text.inputValue()).toBe('');
    },
  },
  {
    name: 'visualization: a view is saved under a name, and opened again',
    screen: 'visualization',
    level: 'member',
    async play(page, stage) {
      const aero = ownBox(stage).aeros[0]!.id;
      await open(page, paths.visualization({ aeros: aero }));
      await button(page, 'Saved views').click();
      expect(await button(page, 'Save this view').isDisabled()).toBe(true);
      await fieldOf(page, 'Name of this view').fill('My AERO');
      await button(page, 'Save this view').click();
      await says(page, 'View saved.');
      await open(page, paths.visualization());
      await button(page, 'Saved views').click();
      await page.getByRole('button', { name: 'My AERO', exact: true }).click();
      await page.waitForURL(new RegExp(`aeros=${aero}`));
    },
  },
  {
    name: 'measures: import from CSV',
    screen: 'measuresImport',
    level: 'privileged',
    async play(page, stage) {
      const box = ownBox(stage);
      await open(page, paths.measuresImport({ box: box.id, aero: box.aeros[0]!.id }));
      const file = page.locator('input[type=file]');
      const rows = ['time,stroke,temperature', '2020-01-01T00:00:00Z,500,10', '2020-01-01T01:00:00Z,501,11'];
      await file.setInputFiles(csv('old.csv', ...rows));
      await refuse(page, '**/api/measures/import/*', { mapping: [REFUSED] }, async () => {
        await button(page, 'Check the file').click();
        await says(page, REFUSED);
      });
      await button(page, 'Check the file').click();
      await page.getByRole('heading', { name: 'The check is done' }).waitFor();
      await button(page, 'Import 2 measures').click();
      await page.getByRole('heading', { name: 'The import is done' }).waitFor();
    },
  },
];
