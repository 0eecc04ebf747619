import { perMetric } from '@aerowatch/domain/metrics';
import mqtt from 'mqtt';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import { fieldOf } from '../forms/form-play.ts';
import { type Ground, openAs } from '../ground.ts';
import { load, settle } from '../visit.ts';

const SERIAL = 'NEW-1';
/** Maximum fields that a phone shows at first, and maximum height. */
const FIELDS = 10;
const SCREENS = 3;

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await fieldOf(page, label).click();
  // The list of choices gets its place one frame later.
  await settle(page);
  await page.getByRole('option', { name: option }).click();
}

/** Like a box: one message with one measure. */
async function sendMeasure(ground: Ground, password: string): Promise<void> {
  const client = await mqtt.connectAsync(ground.stage.server.mqttUrl, {
    clientId: SERIAL,
    username: SERIAL,
    password,
    clean: false,
    protocolVersion: 4,
  });
  const t0 = Math.floor(Date.now() / 1000) - 60;
  const aeros = [{ aero: 1, t0, dt: [0], ...perMetric(() => [4]), stroke: [387] }];
  await client.publishAsync(`boxes/${SERIAL}/measures`, JSON.stringify({ v: 1, boot: 1, seq: 1, aeros }), {
    qos: 1,
  });
  await client.endAsync();
}

async function addsABox(ground: Ground): Promise<void> {
  const { server } = ground.stage;
  const { context, page, problems } = await openAs(ground, 'privileged', {
    width: 360,
    height: 740,
    phone: true,
  });
  await load(page, `${server.url}${paths.boxCreate()}`);
  await fieldOf(page, 'Serial number').fill(SERIAL);
  const shown = await page
    .getByRole('main')
    .locator('input, textarea')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  expect(shown).toBeLessThanOrEqual(FIELDS);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(SCREENS * 740);
  // The line from the list, and the coordinates from line and kilometre point.
  await fieldOf(page, 'Line').fill('420000');
  await page.getByRole('option', { name: /^420000 Paris-Montparnasse/ }).click();
  await fieldOf(page, 'Kilometer point').fill('64+536');
  await expect.poll(() => fieldOf(page, 'Latitude').inputValue()).toMatch(/^48\.5/);
  expect(await fieldOf(page, 'Longitude').inputValue()).toMatch(/^1\.[56]/);
  // Typed coordinates stay.
  await fieldOf(page, 'Latitude').fill('48.55');
  await fieldOf(page, 'Kilometer point').fill('65+000');
  await fieldOf(page, 'Pole').fill('65/1');
  expect(await fieldOf(page, 'Latitude').inputValue()).toBe('48.55');
  await choose(page, 'AERO 1 model', 'Aero 480');
  await page.getByRole('button', { name: 'Add a box' }).click();
  await page.getByRole('heading', { level: 1, name: `${SERIAL} added` }).waitFor();
  await page.getByText('Waiting for the first measure.').waitFor();
  await page.getByRole('button', { name: 'Create the password' }).click();
  const password = await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue();
  await sendMeasure(ground, password);
  await page.getByRole('status').filter({ hasText: 'AERO 1 · 387 mm' }).waitFor();
  const { body } = await server.admin.api.get(`/boxes/?search=${SERIAL}`);
  expect(body.results[0]).toMatchObject({
    latitude: 48.55,
    kilometer_point: 65,
    pole: '65/1',
    aeros: [{ position: 1, model_type: 1, line: body.results[0].line }],
  });
  expect(body.results[0].line).toMatch(/^420000 /);
  expect(problems).toEqual([]);
  await context.close();
}

export function newBox(ground: Ground): void {
  it('asks a phone for serial number, place and models, and waits for the first measure', () =>
    addsABox(ground));
}
