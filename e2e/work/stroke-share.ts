import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { type Ground, openAs } from '../ground.ts';
import { load } from '../visit.ts';

/** A limit of the stroke in percent of each AERO's range: typed, kept and said in percent. */
export function strokeShare(ground: Ground): void {
  it('is a unit of the stroke in a rule, and what is typed is kept', async () => {
    const { api } = ground.stage.server.admin;
    const { id } = (
      await api.post('/supervisors/', {
        name: 'Stroke in percent',
        client: ground.stage.clients.own,
        scope: 'client',
        conditions: [
          {
            metric: 'stroke',
            comparator: 'gt',
            value: 400,
            period: { value: 0, unit: 'minutes' },
            actions: [{ type: 'email' }],
          },
        ],
      })
    ).body;
    const { context, page } = await openAs(ground, 'privileged', { language: 'en' });
    await load(page, `${ground.stage.server.url}${paths.supervisorEdit(id)}`);
    await page.getByRole('combobox', { name: 'Unit of the stroke' }).click();
    await page.getByRole('option', { name: '% of range' }).click();
    const value = page.getByRole('textbox', { name: 'Value', exact: false }).first();
    // A limit in mm means nothing in percent.
    expect(await value.inputValue()).toBe('');
    await value.fill('87.5');
    await value.blur();
    const sentence = page.getByText(/When the stroke as % of its range is above 87\.5\s%/);
    await sentence.first().waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const stored = async () => (await api.get(`/supervisors/${id}/`)).body.conditions[0];
    await expect.poll(async () => (await stored()).metric).toBe('stroke_percent');
    expect(await stored()).toMatchObject({ value: 87.5, comparator: 'gt' });
    await context.close();
    await api.delete(`/supervisors/${id}/`);
  });
}
