import { connectAsync } from 'mqtt';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { paths } from '../../web/lib/paths.ts';
import type { Stage } from '../stage.ts';
import { button, type Flow, open, says } from './form-flows.ts';
import { fieldOf } from './form-play.ts';

/** The manufacturer's file of one box. */
async function deliver(stage: Stage, serial: string, code: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([`serial_number,claim_code\n${serial},${code}\n`]), 'claims.csv');
  expect((await stage.server.admin.api.post('/boxes/claims/', body)).body.stored).toBe(1);
}
const clientOf = async (stage: Stage, serial: string) =>
  (await stage.server.admin.api.get(`/boxes/?search=${serial}`)).body.results[0]?.client;

/** A box comes by itself with the code on its label, and sends a measure. */
async function comes({ server }: Stage, serial: string, password: string): Promise<void> {
  const box = await connectAsync(server.mqttUrl, { clientId: serial, username: serial, password });
  const aeros = [{ aero: 1, t0: Math.floor(Date.now() / 1000) - 60, dt: [0], stroke: [300] }];
  const batch = JSON.stringify({ v: 1, boot: 1, seq: 1, aeros });
  await box.publishAsync(`boxes/${serial}/measures`, batch, { qos: 1 });
  await box.endAsync(true);
}

async function accepts(page: Page, stage: Stage): Promise<void> {
  const [serial, code] = ['LABEL-2', 'K7QM-2RTX-90AB-VVLE'];
  await deliver(stage, serial, code);
  await comes(stage, serial, code);
  await open(page, paths.settings({ tab: 'setaside' }));
  const row = page.getByRole('row', { name: new RegExp(serial) });
  await row.getByText('AERO 1 · ').waitFor();
  // Other forms rename clients.
  const { body } = await stage.server.admin.api.get<{ name: string }>(`/clients/${stage.clients.own}/`);
  await fieldOf(row, 'Client').click();
  await page.getByRole('option', { name: body.name, exact: true }).click();
  await row.getByRole('button', { name: 'Accept' }).click();
  await says(page, `${serial} has a client now`);
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => clientOf(stage, serial)).toEqual(expect.any(Number));
  await button(page, 'Import codes').waitFor();
}

/** Boxes that come with the claim of their manufacturer. */
export const CLAIM_FLOWS: Flow[] = [
  {
    name: 'settings: a box that came with its claim waits, and is accepted',
    screen: 'settings',
    level: 'admin',
    play: accepts,
  },
];
