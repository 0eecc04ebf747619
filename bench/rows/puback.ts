/** How long boxes wait for their acknowledgement while less comes than the highest rate. */
import { PER_MESSAGE, payloadOf } from '../lib/batches.ts';
import { median, quantile, sleep } from '../lib/figures.ts';
import { runLoad, wiresOf } from '../lib/load.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage, type Stage } from '../lib/stage.ts';
import { type FilledBox, fillBoxes } from '../lib/store-fill.ts';
import type { WireBox } from '../lib/wire-box.ts';

const CONNECTIONS = 100;
const IN_FLIGHT = 20;
/** Shares of the highest rate at which the wait is measured. */
const SHARES = [0.3, 0.5, 0.7];
const SECONDS = 5;
const FIRST = Math.floor(Date.now() / 86_400_000 - 900) * 86_400;
/** An older release to compare with, in the same run. */
const OLD = process.env.OLD_RELEASE;

interface Round {
  /** Messages per second. */
  readonly rate: number;
  /** p95 of the time to the acknowledgement in ms: at the highest rate, and at each of SHARES. */
  readonly full: number;
  readonly waits: readonly number[];
}

export const puback: Row = {
  name: 'puback',
  run: ({ full }) =>
    onStage(async (stage) => {
      const boxes = await fillBoxes(stage.db, CONNECTIONS);
      const next = { batch: 0 };
      const ours: Round[] = [];
      const old: Round[] = [];
      for (let round = 0; round < (full ? 7 : 3); round += 1) {
        if (OLD !== undefined) old.push(await roundOf(stage, boxes, next, OLD));
        ours.push(await roundOf(stage, boxes, next));
      }
      return [...findingsOf('', ours), ...(old.length > 0 ? findingsOf('older release: ', old) : [])];
    }),
};

function findingsOf(whose: string, rounds: readonly Round[]): Finding[] {
  const rate = median(rounds.map((one) => one.rate));
  const p95 = SHARES.map((_, index) => median(rounds.map((one) => one.waits[index]!)));
  const top = p95.at(-1)!;
  return [
    {
      what: `${whose}PUBACK p95 at 70 % of the highest rate, ${CONNECTIONS} connections`,
      value: top,
      unit: 'ms',
      target: '< 150 ms',
      verdict: judged(top < 150),
      note: `highest ${(rate * PER_MESSAGE).toFixed(0)} measures/s, there p95 ${median(rounds.map((one) => one.full)).toFixed(0)} ms; at ${SHARES.join(', ')} of it ${p95.map((ms) => ms.toFixed(0)).join(', ')} ms; rounds: ${rounds.map((one) => `${(one.rate * PER_MESSAGE).toFixed(0)}/s ${one.full.toFixed(0)} ${one.waits.map((ms) => ms.toFixed(0)).join(' ')}`).join('; ')}`,
    },
  ];
}

async function roundOf(
  stage: Stage,
  boxes: readonly FilledBox[],
  next: { batch: number },
  release?: string,
): Promise<Round> {
  const server = await stage.launch({}, release);
  const wires = wiresOf(boxes, [server.mqttPort]);
  await Promise.all(wires.map((wire) => wire.connect()));
  const flood = async (batches: number) => {
    const from = next.batch;
    next.batch += batches;
    const ports = [server.mqttPort];
    return runLoad({ boxes, wires, ports, from, to: next.batch, first: FIRST, inFlight: IN_FLIGHT });
  };
  await flood(20);
  const { messages, seconds, waits } = await flood(120);
  const rate = messages / seconds;
  const found: number[] = [];
  for (const share of SHARES) found.push(await p95At(wires, next, rate * share));
  for (const wire of wires) wire.end();
  await server.stop();
  return { rate, full: waits.p95, waits: found };
}

/** Sends at a rate, whether or not what came before is acknowledged, and returns the p95 of the wait in ms. */
async function p95At(wires: readonly WireBox[], next: { batch: number }, rate: number): Promise<number> {
  const waits: number[] = [];
  const pending: Promise<void>[] = [];
  const start = performance.now();
  const count = Math.floor((rate * SECONDS) / wires.length) * wires.length;
  for (let sent = 0; sent < count; sent += 1) {
    const due = start + (sent * 1000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
    const index = sent % wires.length;
    const wire = wires[index]!;
    const payload = payloadOf(index, next.batch + Math.floor(sent / wires.length), FIRST);
    // From when it was due: a sender that is held up counts too.
    pending.push(
      wire.publish(`boxes/${wire.serial}/measures`, payload).then(() => {
        waits.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(pending);
  next.batch += count / wires.length;
  return quantile(waits, 0.95);
}
