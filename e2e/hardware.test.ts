import { connectAsync } from 'mqtt';
import { expect, it } from 'vitest';
import { paths } from '../web/lib/paths.ts';
import { setSignedIn } from './signed-in.ts';

const signedIn = setSignedIn('privileged');

/** Whether a box with this serial number and password is let in. */
async function admits(serial: string, password: string): Promise<boolean> {
  const options = { clientId: serial, username: serial, password, reconnectPeriod: 0 };
  const connection = await connectAsync(signedIn.server.mqttUrl, options).catch(() => null);
  await connection?.endAsync(true);
  return connection !== null;
}

it('replaces a box under its place, shows its password once, and undoes it', async () => {
  const { page, server, client } = signedIn;
  const box = await server.createBox({ client });
  const serial = `${box.serial}-N`;
  await page.goto(`${server.url}${paths.box(box.id)}`);
  await page.getByRole('button', { name: 'Replace', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${box.serial} can no longer connect`, { exact: false }).waitFor();
  const act = dialog.getByRole('button', { name: 'Replace the box' });
  // Its own serial number is no other hardware.
  await dialog.getByLabel('Serial number').fill(box.serial);
  await act.click();
  await dialog.getByText('This is the present serial number').waitFor();
  // Typed as it stands on the label.
  await dialog.getByLabel('Serial number').fill(` ${serial.toLowerCase()} `);
  await act.click();
  await dialog.getByText(`${box.serial} was replaced by ${serial}.`).waitFor();
  expect(await dialog.getByRole('textbox', { name: 'User name and client id' }).inputValue()).toBe(serial);
  const password = await dialog.getByRole('textbox', { name: 'Password' }).inputValue();
  expect(await admits(serial, password)).toBe(true);
  expect(await admits(box.serial, box.secret!)).toBe(false);

  await dialog.getByRole('button', { name: 'I have written it down' }).click();
  await page.getByRole('heading', { name: `Box ${serial}`, exact: true }).waitFor();
  await page.reload();
  expect(await page.getByText(password).count()).toBe(0);
  await page.getByText(`The replaced box ${box.serial} still connects`).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  const table = page.getByRole('table', { name: 'Boxes at this place' });
  await table.waitFor();
  expect(await table.getByRole('row').allInnerTexts()).toMatchObject([
    expect.stringContaining('Serial number'),
    expect.stringContaining(serial),
    expect.stringContaining(box.serial),
  ]);
  await page.getByText(`Box replaced: ${box.serial} by ${serial}`).first().waitFor();

  await page.getByRole('button', { name: 'Undo the replacement' }).click();
  await page.getByRole('heading', { name: `Box ${box.serial}`, exact: true }).waitFor();
  expect(await admits(serial, password)).toBe(false);
  expect(await admits(box.serial, box.secret!)).toBe(true);
  expect(await page.getByRole('button', { name: 'Undo the replacement' }).count()).toBe(0);
});
