import { translateMessage } from '@aerowatch/i18n/translate-message';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { button, csv, type Flow, open, REFUSED, refuse, says } from './form-flows.ts';

/** People who come by a file. */
export const PEOPLE_FLOWS: Flow[] = [
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
      await says(page, 'This is neither a CSV file nor a workbook (.xlsx), or it is larger than 1 MiB');
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
];
