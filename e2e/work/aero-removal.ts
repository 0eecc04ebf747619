import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';
import { load } from '../visit.ts';

interface Box {
  id: number;
  serial_number: string;
  aeros: { position: number }[];
}
const REFUSED = 'Le serveur ne veut pas.';

async function boxOfTwo(ground: Ground, serial_number: string): Promise<Box> {
  const made = await ground.stage.server.admin.api.post<Box>('/boxes/', {
    serial_number,
    client: ground.stage.clients.own,
    aeros: [
      { position: 1, model_type: 1 },
      { position: 2, model_type: 2 },
    ],
  });
  expect(made.status, made.text).toBe(201);
  return made.body;
}
const positions = async (ground: Ground, id: number) =>
  (await ground.stage.server.admin.api.get<Box>(`/boxes/${id}/`)).body.aeros.map((aero) => aero.position);

async function removesAeroAfterSentence(ground: Ground): Promise<void> {
  const { id } = await boxOfTwo(ground, 'TWO-1');
  const { context, page } = await openAs(ground, 'privileged', { language: 'fr' });
  await load(page, `${ground.stage.server.url}${paths.boxEdit(id)}`);
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.method()));
  await page.getByRole('button', { name: 'Retirer l’AERO 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Ses mesures, alertes, notes et son historique sont supprimés/).waitFor();
  const sure = dialog.getByRole('button', { name: 'Supprimer' });
  for (const wrong of ['delete TWO-1 AERO 2', 'supprimer TWO-1 AERO 1']) {
    await dialog.getByRole('textbox').fill(wrong);
    await page.keyboard.press('Enter');
    expect([wrong, await sure.isDisabled()]).toEqual([wrong, true]);
  }
  await dialog.getByRole('textbox').fill('supprimer TWO-1 AERO 2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ajouter l’AERO 2' }).waitFor();
  expect(writes).toEqual([]);
  expect(await positions(ground, id)).toEqual([1, 2]);

  await page.route('**/api/boxes/*/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 400, json: { non_field_errors: [REFUSED] } })
      : route.fallback(),
  );
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true });
  await save.click();
  await page.getByRole('alert').filter({ hasText: REFUSED }).waitFor();
  expect(await positions(ground, id)).toEqual([1, 2]);
  await page.unroute('**/api/boxes/*/');
  await save.click();
  await page.waitForURL(`**${paths.box(id)}`);
  expect(await positions(ground, id)).toEqual([1]);
  await page.getByRole('tab', { name: 'AERO 1' }).waitFor();
  await page.getByRole('tab', { name: 'AERO 2' }).waitFor({ state: 'detached' });
  await context.close();
}

async function isNotOfferedToMember(ground: Ground): Promise<void> {
  const { id } = await boxOfTwo(ground, 'TWO-2');
  const { context, page } = await openAs(ground, 'member');
  await load(page, `${ground.stage.server.url}${paths.boxEdit(id)}`);
  expect(await page.getByRole('button', { name: /^Remove AERO/ }).count()).toBe(0);
  await expect.poll(() => page.getByText(/Only a manager can remove an AERO/).count()).toBe(2);
  await context.close();
}

export function aeroRemoval(ground: Ground): void {
  it('takes the sentence, then the save of the form; a refusal leaves everything as it is', () =>
    removesAeroAfterSentence(ground));

  it('is not offered to a member, who is told who may', () => isNotOfferedToMember(ground));
}
