import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { perMetric } from '@aerowatch/domain/metrics';
import mqtt from 'mqtt';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { paths } from '../web/lib/paths.ts';
import { openBrowser, openContext } from './browser.ts';

let server: TestServer;
let browser: Browser;
let close: () => Promise<void>;
let box: { id: number; serial_number: string; aeros: { id: number }[] };
let password: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ browser, close } = await openBrowser());
  const client = await server.createClient('Railway');
  box = (
    await server.admin.api.post('/boxes/', {
      serial_number: 'E2E-1',
      client: client.id,
      aeros: [{ position: 1, model_type: 2, regularized_length: 700 }],
    })
  ).body;
  password = (await server.admin.api.post(`/boxes/${box.id}/credentials/`)).body.password;
});
afterAll(async () => {
  await close?.();
  await server?.stop();
});

const batch = (from: number, strokes: number[]) =>
  JSON.stringify({
    v: 1,
    boot: 1,
    seq: from,
    aeros: [
      {
        aero: 1,
        t0: from,
        dt: strokes.map((_, index) => (index === 0 ? 0 : 60)),
        ...perMetric(() => strokes.map(() => 4)),
        stroke: strokes,
      },
    ],
  });

async function send(payload: string): Promise<void> {
  const client = await mqtt.connectAsync(server.mqttUrl, {
    clientId: box.serial_number,
    username: box.serial_number,
    password,
    clean: false,
    protocolVersion: 4,
  });
  await client.publishAsync(`boxes/${box.serial_number}/measures`, payload, { qos: 1 });
  await client.endAsync();
}
const count = async () =>
  (await server.admin.api.get(`/measures/boxes/count/?box=${box.id}`)).body.count as number;

describe('the way of a measure', () => {
  it('from a box to a growing curve, without reload', async () => {
    const start = Math.floor(Date.now() / 1000) - 3600;
    await send(batch(start, [500, 501, 502]));
    expect(await count()).toBe(3);
    const user = (await server.admin.api.get('/me/')).body;
    const { context, page, problems } = await openContext(
      browser,
      server.url,
      {},
      { token: server.admin.token, user },
    );
    await page.goto(`${server.url}${paths.box(box.id)}`);
    const latest = page.getByText('502 mm', { exact: true }).last();
    await latest.waitFor();
    await page.locator('.chart-frame canvas').first().waitFor();
    // A mark on the window proves that the page was not reloaded.
    await page.evaluate(() => Object.assign(window, { stayed: true }));
    const before = await page.locator('.chart-frame').screenshot();
    await send(batch(start + 1800, [640, 641]));
    await page.getByText('641 mm', { exact: true }).last().waitFor();
    await expect
      .poll(async () => (await page.locator('.chart-frame').screenshot()).equals(before))
      .toBe(false);
    expect(await page.evaluate(() => (window as unknown as { stayed?: boolean }).stayed)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('measures that arrived while the events were cut off are drawn once they are back, without reload', async () => {
    const user = (await server.admin.api.get('/me/')).body;
    const { context, page } = await openContext(browser, server.url, {}, { token: server.admin.token, user });
    await page.addInitScript(() => {
      const { fetch: ask } = window;
      const wire = { cut: false, end: () => {} };
      Object.assign(window, { wire });
      window.fetch = (input, init) => {
        if (!String(input).includes('/api/events/')) return ask(input, init);
        if (wire.cut) return Promise.reject(new TypeError('cut'));
        const ended = new AbortController();
        wire.end = () => ended.abort();
        const signal = AbortSignal.any([ended.signal, ...(init?.signal ? [init.signal] : [])]);
        return ask(input, { ...init, signal });
      };
    });
    await page.goto(`${server.url}${paths.box(box.id)}`);
    await page.locator('.chart-frame canvas').first().waitFor();
    await page.getByLabel(/^Live:/).waitFor();
    await page.evaluate(() => {
      const { wire } = window as unknown as { wire: { cut: boolean; end: () => void } };
      wire.cut = true;
      wire.end();
    });
    await send(batch(Math.floor(Date.now() / 1000) - 900, [777]));
    const drawn = page.waitForResponse(
      async (response) =>
        response.url().includes('/measures/series/') && (await response.text()).includes('777'),
    );
    await page.evaluate(() => {
      (window as unknown as { wire: { cut: boolean } }).wire.cut = false;
      dispatchEvent(new Event('online'));
    });
    await drawn;
    await page.getByText('777 mm', { exact: true }).last().waitFor();
    await context.close();
  });

  const installed = spawnSync('mosquitto_pub', ['--help']).error === undefined;
  it.skipIf(!installed)(
    'from a client that is not ours (mosquitto_pub; skipped where it is not installed)',
    async () => {
      const { port } = new URL(server.mqttUrl);
      const before = await count();
      const start = Math.floor(Date.now() / 1000) - 7200;
      // Not the synchronous form, because the server runs in this very process.
      await promisify(execFile)('mosquitto_pub', [
        '-h',
        '127.0.0.1',
        '-p',
        port,
        '-i',
        box.serial_number,
        '-u',
        box.serial_number,
        '-P',
        password,
        '-q',
        '1',
        '-t',
        `boxes/${box.serial_number}/measures`,
        '-m',
        batch(start, [700, 701]),
      ]);
      expect(await count()).toBe(before + 2);
    },
  );

  it('refuses a wrong password and a foreign topic for that box alone', async () => {
    await expect(
      mqtt.connectAsync(server.mqttUrl, {
        clientId: box.serial_number,
        username: box.serial_number,
        password: 'wrong',
        reconnectPeriod: 0,
        protocolVersion: 4,
      }),
    ).rejects.toThrow();
    const client = await mqtt.connectAsync(server.mqttUrl, {
      clientId: box.serial_number,
      username: box.serial_number,
      password,
      reconnectPeriod: 0,
      protocolVersion: 4,
    });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish('boxes/OTHER-1/measures', batch(1_700_000_000, [1]), { qos: 1 });
    await closed;
    client.end(true);
    await send(batch(Math.floor(Date.now() / 1000) - 60, [650]));
  });
});
