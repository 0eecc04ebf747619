import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@aerowatch/domain/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../faults.ts';
import { generateFleet } from '../fleet/fleet.ts';
import { type RunningFleet, type StartOptions, startFleet } from '../fleet/start-fleet.ts';
import { historyOf } from '../history.ts';
import { startTestBroker, type TestBroker } from '../testing.ts';
import { Weather } from '../weather/weather.ts';
import { encodeMessage, MESSAGE_BYTES } from './batch.ts';
import { factoryConfiguration, reportedDocument } from './configuration.ts';

const SEED = 2;
const fleet = generateFleet({ boxes: 4, seed: SEED });
const box = fleet[3]!;
const serial = box.serial_number;
const credentials = new Map(
  fleet.map((one) => [one.serial_number, { username: one.serial_number, password: 'secret' }]),
);

let broker: TestBroker;
let folder: string;
let running: RunningFleet | undefined;
beforeEach(async () => {
  broker = await startTestBroker();
  folder = await mkdtemp(join(tmpdir(), 'aerowatch-simulator-'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await broker.stop();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<StartOptions> = {}): Promise<RunningFleet> {
  running = await startFleet({
    fleet: [box],
    url: broker.url,
    seed: SEED,
    credentials,
    from: Date.now() - DAY,
    linger: 100,
    flash: folder,
    ...options,
  });
  return running;
}

/** (AERO, second) of every measure the broker received, as often as it arrived. */
function held(of = serial): string[] {
  return broker.batches
    .filter((batch) => batch.serial === of)
    .flatMap(({ message }) =>
      message.aeros.flatMap(({ aero, t0, dt }) => {
        let time = t0;
        return dt.map((step) => {
          time += step;
          return `${aero}@${time}`;
        });
      }),
    );
}

/** Only a hanging test is to fail by timeout. */
const PATIENCE_MS = 60_000;

async function eventually(what: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!what()) {
    if (Date.now() > end) throw new Error(`not seen within ${PATIENCE_MS} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('history', () => {
  it('is sent whole, once, in messages within the limits, and then the box hangs up', async () => {
    const fleetOf4 = await start({ fleet, from: Date.now() - 10 * DAY });
    await fleetOf4.caughtUp;
    expect(fleetOf4.stats).toMatchObject({ caughtUp: 4, errors: 0, repeated: 0 });
    let expected = 0;
    for (const one of fleet) {
      const times = held(one.serial_number);
      expect(new Set(times).size).toBe(times.length);
      expected += 1440 * one.aeros.length;
    }
    expect(fleetOf4.stats.acknowledged).toBeGreaterThanOrEqual(expected - 8);
    expect(fleetOf4.stats.acknowledged).toBe(
      broker.batches.reduce(
        (sum, { message }) => sum + message.aeros.reduce((all, { dt }) => all + dt.length, 0),
        0,
      ),
    );
    for (const { message } of broker.batches)
      expect(encodeMessage(message, 'json').length).toBeLessThanOrEqual(MESSAGE_BYTES);
    await fleetOf4.stop();
    expect(fleetOf4.stats.connected).toBe(0);
  });

  it('is in each message what historyOf gives', async () => {
    const from = Date.now() - DAY;
    await (await start({ from })).caughtUp;
    const sent = [...historyOf(box, from, Date.now(), { weather: new Weather(SEED) })].map(
      ({ message }) => message,
    );
    expect(broker.batches.map(({ message }) => message)).toEqual(sent);
  });

  it('resumes without loss or doubling where it was stopped', async () => {
    const statePath = join(folder, 'state.json');
    const from = Date.now() - 30 * DAY;
    const faults: Fault[] = [{ name: 'creep', serial, aero: 1, start: from, rate: 1 }];
    const first = await start({ from, statePath, measures: 200, inFlight: 1, faults: () => faults });
    await eventually(() => broker.batches.length > 5);
    await first.stop();
    const before = held().length;
    const second = await start({ from: Date.now(), statePath, measures: 200, faults: () => [] });
    await second.caughtUp;
    expect(before).toBeGreaterThan(500);
    expect(before).toBeLessThan(30 * 144 * box.aeros.length);
    const times = held();
    expect(new Set(times).size).toBe(times.length);
    const whole = [...historyOf(box, from, Date.now(), { weather: new Weather(SEED), faults })];
    expect(times.length).toBe(whole.reduce((sum, { measures }) => sum + measures, 0));
    // The fault continues unchanged: the newest values are those of a single run.
    expect(broker.batches.at(-1)!.message.aeros[0]!.stroke.at(-1)).toBe(
      whole.at(-1)!.message.aeros[0]!.stroke.at(-1),
    );
  });

  it('sends again, with the same values, what was not acknowledged', async () => {
    broker.acknowledge = (_, index) => index !== 3;
    const from = Date.now() - 10 * DAY;
    const fleetOf1 = await start({ from, measures: 200, inFlight: 2 });
    await fleetOf1.caughtUp;
    expect(fleetOf1.stats.errors).toBeGreaterThan(0);
    const whole = [...historyOf(box, from, Date.now(), { weather: new Weather(SEED), measures: 200 })];
    expect(new Set(held()).size).toBe(whole.reduce((sum, { measures }) => sum + measures, 0));
    const bySeq = Map.groupBy(broker.batches, ({ message }) => message.seq);
    const twice = [...bySeq.values()].filter((batches) => batches.length > 1);
    expect(twice.length).toBeGreaterThan(0);
    for (const batches of twice) expect(batches[1]!.message).toEqual(batches[0]!.message);
  });

  it('refuses the state of another seed', async () => {
    const statePath = join(folder, 'state.json');
    await (await start({ statePath })).caughtUp;
    await running!.stop();
    await expect(
      startFleet({ fleet, url: broker.url, seed: 99, credentials, from: 0, statePath }),
    ).rejects.toThrow('seed 2, not 99');
  });

  it('duplicates and out-of-order: the same measures, some twice, some late', async () => {
    const faults: Fault[] = (['duplicates', 'out-of-order'] as const).map((name) => ({
      name,
      serial,
      start: 0,
      rate: 0.5,
    }));
    const from = Date.now() - 10 * DAY;
    await (await start({ from, faults, measures: 100, inFlight: 1 })).caughtUp;
    const whole = [...historyOf(box, from, Date.now(), { weather: new Weather(SEED), measures: 100 })];
    expect(new Set(held()).size).toBe(whole.reduce((sum, { measures }) => sum + measures, 0));
    expect(broker.batches.length).toBeGreaterThan(whole.length * 1.2);
    const order = broker.batches.map(({ message }) => message.seq);
    expect(order.some((seq, i) => i > 0 && seq < (order[i - 1] as number))).toBe(true);
  });

  it('silent: only what was before the silence arrives', async () => {
    const now = Date.now();
    const faults: Fault[] = [{ name: 'silent', serial, start: now - 5 * DAY, rate: 0, mode: 'kept' }];
    await (await start({ from: now - 10 * DAY, faults })).caughtUp;
    expect(held().length).toBe(5 * 144 * box.aeros.length);
  });

  it('writes the ground truth of the run', async () => {
    const truthPath = join(folder, 'truth.json');
    const broke = Math.floor(Date.now() / 600_000) * 600_000 - 7_200_000;
    const faults: Fault[] = [{ name: 'break', serial, aero: 1, start: broke, rate: 1 }];
    await (await start({ faults, truthPath })).caughtUp;
    await running!.stop();
    const truth = JSON.parse(await readFile(truthPath, 'utf8'));
    const at = new Date(broke).toISOString();
    expect(truth.faults).toMatchObject([
      { fault: 'break', serial_number: serial, aero: 1, start: at, rate: 1 },
    ]);
    const [first, second] = truth.boxes[0].aeros;
    expect(Math.abs(first.theoretical_slope)).toBeCloseTo(0.017 * box.aeros[0]!.tensioner.length, 9);
    expect(first.at_end).toEqual([[at, null]]);
    expect(second?.at_end ?? []).toEqual([]);
  });
});

describe('twin and commands', () => {
  const desired = (change: Record<string, unknown>) => ({
    ...reportedDocument(factoryConfiguration(box), {}),
    ...change,
  });

  it('goes back to its former link where the new one gives no answer, and says so of each field', async () => {
    broker.waiting.set(`boxes/${serial}/desired`, () =>
      desired({
        configurationVersion: 3,
        serverAddress: '127.0.0.1:1',
        cellularApn: 'iot.rail',
        logTime: 1200,
      }),
    );
    await start({ live: true, linger: 200 });
    await expect
      .poll(() => broker.reported.at(-1)?.document, { timeout: 8000 })
      .toMatchObject({
        configurationVersion: 3,
        serverAddress: null,
        cellularApn: null,
        logTime: 1200,
        refused: {
          serverAddress: 'no answer over the new link',
          cellularApn: 'no answer over the new link',
        },
      });
  });
  it('reports over a new link first, and stays there', async () => {
    const other = await startTestBroker();
    try {
      broker.waiting.set(`boxes/${serial}/desired`, () =>
        desired({ configurationVersion: 3, serverAddress: other.url }),
      );
      await start({ live: true, linger: 200 });
      await expect.poll(() => other.reported.length, { timeout: 8000 }).toBe(1);
      expect(other.reported[0]?.document).toMatchObject({
        configurationVersion: 3,
        serverAddress: other.url,
      });
      expect(broker.reported.every(({ document }) => document.configurationVersion !== 3)).toBe(true);
      await expect.poll(() => running!.boxes[0]!.memory.server).toBe(other.url);
    } finally {
      await other.stop();
    }
  });
  it('takes a desired document: reports it and logs and uploads by it, also after a restart', async () => {
    const statePath = join(folder, 'state.json');
    broker.waiting.set(`boxes/${serial}/desired`, () =>
      desired({ configurationVersion: 3, acquisitionTime: 1, logTime: 1, uploadTime: 1, uploadTimeAlert: 1 }),
    );
    const first = await start({ live: true, statePath });
    await eventually(() => broker.reported.length === 2);
    expect(broker.reported[0]!.document).toMatchObject({
      configurationVersion: 0,
      logTime: 600,
      firmwareVersion: '2.3.1',
    });
    expect(broker.reported[1]!.document).toMatchObject({
      configurationVersion: 3,
      logTime: 1,
      uploadTime: 1,
    });
    expect(broker.reported[1]!.document).not.toHaveProperty('refused');
    await first.stop();
    await new Promise((resolve) => setTimeout(resolve, 2600));
    const before = broker.batches.length;
    await (await start({ statePath })).caughtUp;
    const { aeros } = broker.batches[before]!.message;
    expect(aeros[0]!.dt.at(-1)).toBe(1);
    expect(broker.reported.at(-1)!.document).toMatchObject({ configurationVersion: 3 });
    expect(new Set(held()).size).toBe(held().length);
  });

  it('refuses what it cannot take, by field, and ignores an old or unreadable document', async () => {
    const faults: Fault[] = [{ name: 'refused-configuration', serial, start: 0, rate: 1, mode: 'field' }];
    broker.waiting.set(`boxes/${serial}/desired`, () =>
      desired({ configurationVersion: 4, logTime: 90_000, uploadTimeAlert: 5, cellularApn: 'iot.rail' }),
    );
    await start({ live: true, faults, hold: true, linger: 50 });
    await eventually(() => broker.reported.length === 2);
    const { document } = broker.reported[1]!;
    expect(document).toMatchObject({
      configurationVersion: 4,
      logTime: 600,
      uploadTimeAlert: 10,
      cellularApn: 'iot.rail',
    });
    expect(document.refused).toEqual({
      logTime: 'not between 1 and 86400',
      uploadTimeAlert: 'not supported by this modem',
    });
    await broker.publish(serial, 'desired', desired({ configurationVersion: 4, cellularApn: 'old' }));
    await broker.publish(serial, 'desired', 'no document');
    await broker.publish(serial, 'desired', desired({ configurationVersion: 5, cellularApn: 'new' }));
    await eventually(() => broker.reported.length === 3);
    expect(broker.reported[2]!.document).toMatchObject({ configurationVersion: 5, cellularApn: 'new' });
  });

  it('stale: keeps telling the version it had', async () => {
    const faults: Fault[] = [{ name: 'refused-configuration', serial, start: 0, rate: 1, mode: 'stale' }];
    broker.waiting.set(`boxes/${serial}/desired`, () =>
      desired({ configurationVersion: 4, cellularApn: 'iot.rail' }),
    );
    await (await start({ faults })).caughtUp;
    expect(broker.reported.map(({ document }) => document.configurationVersion)).toEqual([0, 0]);
  });

  it('refresh: reported, newest measures, answer; an unknown command is an error', async () => {
    await (await start({ live: true, hold: true, linger: 50, from: Date.now() - DAY })).caughtUp;
    const reports = broker.reported.length;
    await broker.publish(serial, 'command', { id: 17, command: 'refresh' });
    await eventually(() => broker.answers.length === 1);
    expect(broker.answers[0]).toEqual({ id: 17, status: 'ok', detail: '' });
    expect(broker.reported.length).toBe(reports + 1);
    await broker.publish(serial, 'command', { id: 18, command: 'dance' });
    await eventually(() => broker.answers.length === 2);
    expect(broker.answers[1]).toMatchObject({ id: 18, status: 'error' });
  });

  it('alert mode: uploads at the alert pace while a limit of its own is passed', async () => {
    const change = {
      configurationVersion: 1,
      acquisitionTime: 1,
      logTime: 1,
      uploadTime: 60,
      uploadTimeAlert: 1,
      alert: true,
      pressure1_min: 1,
      pressure1_max: 2,
    };
    broker.waiting.set(`boxes/${serial}/desired`, () => desired(change));
    const from = Date.now() - DAY;
    // A minute of the box takes a tenth of a second here, until it has caught up.
    await start({ live: true, from, speed: 600, linger: 20 });
    await eventually(() => broker.connects.length > 8);
    const [first, second] = broker.batches.slice(-2).map(({ message }) => message.aeros[0]!.t0) as [
      number,
      number,
    ];
    expect(second - first).toBeLessThan(600);
  });
});
