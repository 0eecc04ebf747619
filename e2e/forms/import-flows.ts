import { translateMessage } from '@aerowatch/i18n/translate-message';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { button, csv, type Flow, open, REFUSED, refuse, says } from './form-flows.ts';

/** What comes by a file. */
export const IMPORT_FLOWS: Flow[] = [
  {
    name: 'users: import from CSV',
    screen: 'userImport',
    level: 'privileged',
    async play(page, stage) {
      const users = async (word: string) =>
        (await stage.server.admin.api.get(`/users/?search=${word}`)).body.count;
      await open(page, paths.userImport());
      const file = page.locator('input[type=file]');
      await file.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('png') });
      await says(page, 'This is neither a CSV file nor an Excel workbook, or it is larger than 1 MiB');
      await refuse(page, '**/api/users/import/*', { file: [REFUSED] }, async () => {
        await file.setInputFiles(csv('people.csv', 'email', 'a@rail.example'));
        await says(page, REFUSED);
      });
      await button(page, 'Choose another file').click();
      await file.setInputFiles(
        csv(
          'people.csv',
          'email,first_name,last_name,role,Shoe size',
          'filed@rail.example,Filed,One,Observer,43',
          'nobody,Filed,Two,,41',
        ),
      );
      await says(page, '1 line has errors');
      await says(page, translateMessage('email', 'en'));
      await says(page, 'This column is not known and was not read: Shoe size');
      await page.getByRole('row', { name: 'filed@rail.example Filed One Observer' }).waitFor();
      expect(await users('filed')).toBe(0);
      await button(page, 'Import the 1 valid line only').click();
      await says(page, '1 person was created.');
      expect(await users('filed')).toBe(1);
      // No e-mail is set up here: the links come as a file, once.
      const saved = page.waitForEvent('download');
      await button(page, 'Download the links').click();
      expect((await saved).suggestedFilename()).toBe('links.csv');
    },
  },
  {
    name: 'boxes: an import changes a box, and a bad cell is mended on the screen',
    screen: 'boxImport',
    level: 'privileged',
    async play(page, stage) {
      const { api } = stage.server.admin;
      const made = await api.post('/boxes/', {
        serial_number: 'FILED-1',
        name: 'Before',
        client: stage.clients.own,
      });
      await open(page, paths.boxImport());
      await page
        .locator('input[type=file]')
        .setInputFiles(
          csv('boxes.csv', 'serial_number,name,latitude', 'filed-1,After,', 'filed-2,New,north'),
        );
      await says(page, '1 line is of a box that exists already');
      await page.getByRole('radio', { name: 'Change these boxes; an empty cell leaves its value' }).click();
      await page.getByRole('row', { name: 'FILED-1 Name Before After' }).waitFor();
      await page.getByRole('textbox', { name: 'Line 3, Latitude' }).fill('48.5');
      // Until the mended line was checked, nothing is written.
      expect(await button(page, 'Import the 1 valid line only').isDisabled()).toBe(true);
      await button(page, 'Check the mended lines').click();
      await says(page, 'None of these boxes would have an AERO');
      await button(page, 'Import and change boxes: 1 and 1').click();
      await says(page, '1 box was imported. 1 box was changed.');
      expect((await api.get(`/boxes/${made.body.id}/`)).body.name).toBe('After');
      expect((await api.get('/boxes/?serial_number=FILED-2')).body.results[0].latitude).toBe(48.5);
    },
  },
];
