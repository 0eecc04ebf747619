import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiOf, logIn } from '../simulator/fleet/api.ts';

const PASSWORD = 'a password of the test';
const WAIT_MS = 120_000;

interface Demo {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  /** Resolves with the output so far as soon as it matches. */
  said(what: RegExp): Promise<RegExpExecArray>;
  output(): string;
}

/** `npm run demo` as its user runs it: a small one, on free ports. */
function startDemo(folder: string): Demo {
  const environment = {
    DATA_DIR: folder,
    PORT: '0',
    MQTT_PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    DEMO_BOXES: '6',
    DEMO_DAYS: '3',
  };
  const child = spawn(process.execPath, [fileURLToPath(new URL('./demo.ts', import.meta.url))], {
    env: { ...process.env, ...environment },
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    child,
    ended,
    output: () => output,
    async said(what) {
      const until = Date.now() + WAIT_MS;
      for (;;) {
        const found = what.exec(output);
        if (found) return found;
        if (Date.now() > until || child.exitCode !== null)
          throw new Error(`${what} was not said:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

describe('the demonstration', { timeout: WAIT_MS * 2 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'aerowatch-demo-'));
  let demo: Demo;
  let base: string;
  let api: Api;

  async function open(): Promise<void> {
    demo = startDemo(folder);
    base = `${(await demo.said(/The demonstration is at (\S+)/))[1]}/api`;
    await demo.said(/History sent/);
    api = apiOf(base, await logIn(base, 'admin@aerowatch.example', PASSWORD));
  }
  beforeAll(open, WAIT_MS);
  afterAll(async () => {
    demo.child.kill('SIGTERM');
    await demo.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const ledgers = async () => {
    const boxes = await api.all<{ id: number }>('/boxes/');
    return Promise.all(
      boxes.map(({ id }) => api.get<{ stored: number; conflicts: number }>(`/boxes/${id}/ledger/`)),
    );
  };

  it('has boxes of two clients with their history, and nothing in conflict', async () => {
    const boxes = await api.all<{ client: number; aeros: unknown[]; twin: { state: string } }>('/boxes/');
    expect(boxes).toHaveLength(6);
    expect(new Set(boxes.map(({ client }) => client)).size).toBe(2);
    const kept = await ledgers();
    const aeros = boxes.reduce((sum, box) => sum + box.aeros.length, 0);
    expect(kept.reduce((sum, { stored }) => sum + stored, 0)).toBeGreaterThan(3 * 140 * (aeros - 2));
    expect(kept.every(({ conflicts }) => conflicts === 0)).toBe(true);
  });

  it('has people of each level who see their own client', async () => {
    const count = async (email: string) => {
      const token = await logIn(base, email, PASSWORD);
      return (await apiOf(base, token).all('/boxes/')).length;
    };
    const [rail, tram] = [await count('joe.brown@rail.example'), await count('alex.durand@tram.example')];
    expect(rail).toBeGreaterThan(0);
    expect(tram).toBeGreaterThan(0);
    expect(rail + tram).toBe(6);
    expect(await count('claire.moreau@aerowatch.example')).toBe(6);
  });

  it('has supervisors, tags, a firmware, and boxes that took their configuration', async () => {
    expect((await api.all('/supervisors/')).length).toBeGreaterThanOrEqual(6);
    expect((await api.all('/tags/')).length).toBe(4);
    expect((await api.all('/firmwares/')).length).toBe(1);
    const truth = JSON.parse(readFileSync(join(folder, 'demonstration', 'truth.json'), 'utf8'));
    expect(truth.faults.length).toBeGreaterThan(0);
    const boxes = await api.all<{ twin: { state: string }; reported: { log_time: number } | null }>(
      '/boxes/',
    );
    expect(boxes.filter(({ reported }) => reported?.log_time === 60).length).toBeGreaterThanOrEqual(5);
  });

  async function endWhileItStarts(): Promise<void> {
    const pid = join(folder, 'postgres', 'data', 'postmaster.pid');
    demo = startDemo(folder);
    await expect.poll(() => existsSync(pid), { interval: 20 }).toBe(true);
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
    expect(demo.output()).not.toMatch(/The demonstration is at|EPIPE|^\s+at |ended with code/m);
    // Neither the server nor its database keeps running.
    expect(existsSync(pid)).toBe(false);
  }

  it('ends by Ctrl+C, while it starts too, and goes on where it was', async () => {
    const before = await ledgers();
    demo.child.kill('SIGINT');
    expect(await demo.ended).toBe(0);
    // Such as a TimeoutNegativeWarning, from boxes that woke up late.
    expect(demo.output()).not.toMatch(/^\(node:\d+\)/m);
    await endWhileItStarts();
    await open();
    const after = await ledgers();
    after.forEach(({ stored, conflicts }, i) => {
      expect(stored).toBeGreaterThanOrEqual(before[i]!.stored);
      expect(conflicts).toBe(0);
    });
    expect((await api.all('/clients/')).length).toBe(2);
    expect((await api.all('/users/')).length).toBe(6);
  });
});
