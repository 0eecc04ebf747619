import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../platform/machine/free-port.ts';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

const FLOW = new URL('../../../docs/integrations/node-red.json', import.meta.url);
const RED = join(dirname(createRequire(import.meta.url).resolve('node-red/package.json')), 'red.js');
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-node-red-'));
const secret = newWebhookSecret();
const port = await freePort();
let said = '';
let red: ReturnType<typeof spawn>;

beforeAll(() => {
  const nodes = JSON.parse(readFileSync(FLOW, 'utf8')) as { type: string }[];
  // The recipe unchanged; without an editor, its debug sidebar is the console of the process.
  const flow = nodes.map((node) => (node.type === 'debug' ? { ...node, console: 'true' } : node));
  writeFileSync(join(folder, 'flow.json'), JSON.stringify(flow));
  writeFileSync(
    join(folder, 'settings.js'),
    'module.exports = { httpAdminRoot: false, telemetry: { enabled: false } };',
  );
  const args = [
    RED,
    '-u',
    folder,
    '-p',
    String(port),
    '-s',
    join(folder, 'settings.js'),
    join(folder, 'flow.json'),
  ];
  red = spawn(process.execPath, args, {
    env: { ...process.env, WEBHOOK_SECRET: secret, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [red.stdout, red.stderr])
    stream?.on('data', (text) => {
      said += text;
    });
});
afterAll(async () => {
  const ended = once(red, 'exit');
  red.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

const post = async (body: string, headers: Record<string, string>) =>
  (
    await fetch(`http://127.0.0.1:${port}/aerowatch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/cloudevents+json', ...headers },
      body,
    })
  ).status;

it('Node-RED lets signed events through to the steps after them, and refuses all others', async () => {
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/Started flows/);
  const body = JSON.stringify({ type: 'work_order.created', data: { id: 12, title: 'Größe · é "x"' } });
  const now = new Date();
  expect(await post(body, signatureHeaders([secret], 'e-1', now, body))).toBe(204);
  await expect.poll(() => said).toContain('Größe · é "x"');
  expect(await post(`${body} `, signatureHeaders([secret], 'e-1', now, body))).toBe(401);
  expect(await post(body, signatureHeaders([newWebhookSecret()], 'e-1', now, body))).toBe(401);
  expect(await post(body, signatureHeaders([secret], 'e-1', new Date(now.getTime() - 600_000), body))).toBe(
    401,
  );
  expect(await post(body, {})).toBe(401);
  // Other events are accepted without any effect: if refused, they would be sent again for three days.
  const other = body.replace('work_order.created', 'box.back').replace('12', '13');
  expect(await post(other, signatureHeaders([secret], 'e-2', now, other))).toBe(204);
  expect(said).not.toContain('id: 13');
});
