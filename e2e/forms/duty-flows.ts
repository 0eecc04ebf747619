import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import type { Stage } from '../stage.ts';
import { button, type Flow, open, REFUSED, refuse, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';

/** A supervisor names the person on duty in place of persons. */
async function tellsOnDuty(page: Page, stage: Stage): Promise<void> {
  await open(page, paths.supervisorEdit(stage.supervisor));
  await page.getByText('Chosen people', { exact: true }).click();
  await page.getByLabel('Person on duty').check();
  await says(page, 'And the person on duty');
  await button(page, 'Save').click();
  const { api } = stage.server.admin;
  await expect
    .poll(async () => (await api.get(`/supervisors/${stage.supervisor}/`)).body.tell)
    .toMatchObject({ all: false, on_duty: true, users: [] });
  await api.patch(`/supervisors/${stage.supervisor}/`, { tell: { all: true } });
}

/** Who is on duty. */
export const DUTY_FLOWS: Flow[] = [
  {
    name: 'duty: a roster is refused in words, then written with a substitute',
    screen: 'duty',
    level: 'privileged',
    async play(page, stage) {
      const { api } = stage.server.admin;
      const { member, privileged } = stage.people;
      const nameOf = async ({ id }: { id: number }): Promise<string> => {
        const { first_name, last_name } = (await api.get(`/users/${id}/`)).body;
        return `${first_name} ${last_name}`;
      };
      // Other forms rename people.
      const [ada, ben] = [await nameOf(member), await nameOf(privileged)];
      await open(page, paths.duty());
      await button(page, 'Save').click();
      await says(page, 'Required');
      const people = page.getByRole('combobox', { name: /People, in turn/ });
      for (const name of [ada, ben]) {
        await people.fill(name);
        await page.getByRole('option', { name }).click();
      }
      await page.keyboard.press('Escape');
      await page.getByLabel('First day of the first person').fill('05/01/2026');
      await page.getByLabel('Go to the next person after').fill('30');
      await button(page, 'Add days').click();
      await fieldOf(page, 'From').fill('01/01/2026');
      await fieldOf(page, 'To').fill('31/12/2035');
      await page.getByRole('combobox', { name: /Who is absent/ }).click();
      await page.getByRole('option', { name: ada }).last().click();
      await page.getByRole('combobox', { name: /Who stands in/ }).click();
      await page.getByRole('option', { name: ben }).last().click();
      await refuse(page, '**/api/duty-rosters/', { non_field_errors: [REFUSED] }, async () => {
        await button(page, 'Save').click();
        await says(page, REFUSED);
      });
      await button(page, 'Save').click();
      await says(page, `in place of ${ada}`);
      await says(page, 'Next after 30 min');
      const [roster] = (await api.get(`/duty-rosters/?client=${stage.clients.own}`)).body.results;
      expect(roster).toMatchObject({
        starts_on: '2026-01-05',
        people: [member.id, privileged.id],
        exceptions: [{ user: member.id, substitute: privileged.id }],
        escalate_after: 30,
        on_duty: privileged.id,
      });
      await tellsOnDuty(page, stage);
      await open(page, paths.duty());
      await button(page, 'Remove these days').click();
      await button(page, 'Save').click();
      await page.getByText(`in place of ${ada}`).first().waitFor({ state: 'detached' });
      const read = await api.get(`/duty-rosters/${roster.id}/`);
      expect(read.body).toMatchObject({ exceptions: [], people: [member.id, privileged.id] });
      await button(page, 'Delete').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('delete Duty roster');
      await button(page, 'Delete').last().click();
      await says(page, 'There is no roster yet');
      expect((await api.get(`/duty-rosters/?client=${stage.clients.own}`)).body.count).toBe(0);
    },
  },
];
