import { setImmediate } from 'node:timers/promises';
import { DAY, MINUTE } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import { judgeDue } from '../server/features/alerting/judging/judging.ts';
import { ingestBatch } from '../server/features/measures/ingest/ingest-batch.ts';
import { readUplink } from '../server/features/measures/ingest/read/read-uplink.ts';
import { packAero } from '../server/features/measures/packing/packing.ts';
import { aerosToPack } from '../server/features/measures/packing/store-packing.ts';
import { rollUp } from '../server/features/measures/series/store-rollups.ts';
import { replay } from '../server/features/measures/set-aside/replay.ts';
import { manualClock } from '../server/platform/clock.ts';
import { MEASURES_CHANNEL } from '../server/platform/events/record.ts';
import { notify } from '../server/platform/events/store-events.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { anchorOf, type Case, type Edit, type Message, type Work } from './cases/case.ts';
import { encodeMessage } from './cases/encode.ts';
import { Events } from './events.ts';
import { NaiveBox } from './naive/naive.ts';
import {
  addAero,
  archiveAlerts,
  asidesOf,
  type CaseIds,
  clearWorld,
  moveAway,
  placeCases,
  rename,
} from './store-world.ts';

/** The product under test: a server without workers; the oracle sets its clock and runs its work. */
export interface Stage {
  readonly server: TestServer;
  readonly clock: ReturnType<typeof manualClock>;
  /** The time of the clock; the machine's time when absent. */
  readonly now?: number | undefined;
  stop(): Promise<void>;
}
/** A case after all its rounds: in the product, and by the naive reading. */
export interface CaseResult {
  readonly given: Case;
  readonly placed: CaseIds;
  readonly naive: NaiveBox;
  readonly events: Events;
}

const NO_HANDLERS = new Map();
/** AEROs packed at the same time. */
const PACKERS = 3;
/** More than a batch contains. */
const MANY = 100_000;
/** One case in this many is watched by a browser. */
const WATCHED_EACH = 4;
const SYSTEM = { kind: 'system' } as const;

export async function startStage({ now }: { now?: number } = {}): Promise<Stage> {
  const clock = manualClock(now ?? Date.now());
  const server = await startTestServer({ clock, env: { ROLES: 'web', CALL_RATE: 'off' } });
  // The session that reads is valid whatever the clock shows.
  await sql`update tokens set expires_at = '2200-01-01'`.execute(server.db);
  return { server, clock, now, stop: () => server.stop() };
}

let batches = 0;

/** Plays cases of one plan side by side; `look` reads the product before all data is deleted. */
export async function playBatch<T>(
  { server, clock, now: asked }: Stage,
  cases: readonly Case[],
  look: (played: readonly CaseResult[], now: number) => Promise<T>,
): Promise<T> {
  const now = Math.floor((asked ?? Date.now()) / MINUTE) * MINUTE;
  clock.set(now);
  batches += 1;
  const placed = await placeCases(server.db, cases, `B${batches}`);
  const played = cases.map((given, index): CaseResult => {
    const naive = new NaiveBox(given, now);
    const events = new Events(given, index % WATCHED_EACH === 0);
    return { given, placed: placed[index]!, naive, events };
  });
  const heard = listen(server, played);
  try {
    const rounds = Math.max(...cases.map((one) => one.rounds.length));
    for (let round = 0; round < rounds; round += 1) {
      heard.watch();
      for (const one of played)
        for (const edit of one.given.rounds[round]?.edits ?? []) await applyEdit(server, one, edit);
      heard.watch();
      await sendRound(server, played, round, now);
      await heard.settle();
      for (const one of played) await one.events.deliver(server.db, one);
      for (const work of cases[0]!.plan.works[round] ?? []) await runWork(server, played, work, now);
    }
    return await look(played, now);
  } finally {
    heard.stop();
    await clearWorld(server.db);
  }
}

async function applyEdit(server: TestServer, { placed, naive }: CaseResult, edit: Edit): Promise<void> {
  const { db } = server;
  if (edit === 'add aero') await addAero(db, placed);
  if (edit === 'rename') await rename(db, placed);
  if (edit === 'move') await moveAway(db, placed);
  if (edit === 'archive') await archiveAlerts(db, placed);
  if (edit === 'replay')
    for (const id of await asidesOf(db, placed.box)) await replay(server.parts, SYSTEM, id);
  naive.edit(edit);
}

async function sendRound(
  server: TestServer,
  played: readonly CaseResult[],
  round: number,
  now: number,
): Promise<void> {
  const turns: { one: CaseResult; message: Message }[][] = [];
  for (const one of played)
    for (const [turn, message] of (one.given.rounds[round]?.messages ?? []).entries()) {
      const at = one.given.plan.together ? 0 : turn;
      turns[at] = [...(turns[at] ?? []), { one, message }];
    }
  for (const turn of turns) {
    const reads = turn.map(({ one, message }) => {
      const { serial } = one.placed;
      const payload = encodeMessage(message, anchorOf(one.given.plan, now));
      return readUplink({ serial, topic: `boxes/${serial}/measures`, payload }, NO_HANDLERS, now);
    });
    await ingestBatch(server.parts, reads, (_read, error) => {
      if (error !== undefined) throw error;
    });
    for (const { one, message } of turn) one.naive.receive(message);
  }
}

async function runWork(
  server: TestServer,
  played: readonly CaseResult[],
  work: Work,
  now: number,
): Promise<void> {
  const { db } = server;
  if (work === 'judge') {
    while ((await judgeDue(db, now)).aeros > 0);
    for (const { naive } of played) naive.judge();
    return;
  }
  while ((await rollUp(db)) > 0);
  if (work === 'roll') return;
  // Measures that wait for a verdict are not packed.
  await runWork(server, played, 'judge', now);
  const quiet = new Date(Date.now() + MINUTE);
  // Half: only the days before the anchor. Never the newest days: ingest assumes that they are not packed.
  const [{ given }] = played as [CaseResult, ...CaseResult[]];
  const closed = new Date(Math.min(now - 3 * DAY, work === 'half' ? anchorOf(given.plan, now) : now));
  const aeros = await aerosToPack(db, 0, { closed, quiet }, MANY);
  // Side by side, each AERO by one packer: while the database works for one, the next is requested.
  const packing = async () => {
    for (let aero = aeros.pop(); aero !== undefined; aero = aeros.pop())
      await packAero(db, aero, { closed, quiet });
  };
  await Promise.all(Array.from({ length: PACKERS }, packing));
}

/** Listens for measures as every process does, and passes them to the case they belong to. */
function listen(server: TestServer, played: readonly CaseResult[]) {
  const { hub } = server.parts.events;
  const owner = new Map<number, CaseResult>();
  let ended: (() => void) | undefined;
  const stop = hub.listen(MEASURES_CHANNEL, (payload) => {
    for (const [aero = 0, from = 0, to = 0] of payload.split(',').map((item) => item.split(':').map(Number)))
      if (aero === 0) ended?.();
      else owner.get(aero)?.events.hear({ aero, from, to });
  });
  return {
    stop,
    watch(): void {
      for (const one of played) for (const aero of one.placed.aeros.values()) owner.set(aero, one);
    },
    /** Waits until every event so far has been received and read as a browser would read it. */
    async settle(): Promise<void> {
      const told = new Promise<void>((resolve) => {
        ended = resolve;
      });
      await notify(server.db, MEASURES_CHANNEL, '0:0:0');
      await told;
      await setImmediate();
    },
  };
}
