import { expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { PASSWORD, setSignedIn } from './signed-in.ts';

const signedIn = setSignedIn('privileged', { ROLES: 'web' });

/** The last confirmation has expired; after confirming again the requested act continues. */
async function late(path: string): Promise<void> {
  const { page, server } = signedIn;
  await page.goto(`${server.url}${path}`);
  await server.db.updateTable('tokens').set({ confirmed_at: null }).execute();
}
async function proves(): Promise<void> {
  const dialog = signedIn.page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel(/Password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

it('asks before a person is made, and goes on', async () => {
  const { page } = signedIn;
  await late(paths.userCreate());
  await page.getByLabel('First name').fill('Zoé');
  await page.getByLabel('Last name').fill('Late');
  await page.getByLabel('E-mail').fill('late@example.com');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await proves();
  await page.getByRole('dialog', { name: 'Hand over this link' }).waitFor();
});

it('asks before a firmware is stored, and sends it again', async () => {
  const { page } = signedIn;
  await late(paths.firmwareCreate());
  const file = {
    name: 'box-9.9.9.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(3_000_000, 7),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await proves();
  await page.waitForURL(`**${paths.firmwares()}`);
  await page.getByText('9.9.9').first().waitFor();
});

it('asks before a box is deleted, and deletes it', async () => {
  const { page, server, client } = signedIn;
  const box = await server.createBox({ client });
  await late(paths.box(box.id));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(`delete ${box.serial}`);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await proves();
  await expect.poll(async () => (await server.admin.api.get(`/boxes/${box.id}/`)).status).toBe(404);
});
