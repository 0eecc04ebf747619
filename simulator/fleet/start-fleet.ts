/** Starts a fleet: history first, then live, until it is stopped. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Encoding, USUAL_MEASURES } from '../box/batch.ts';
import { Box } from '../box/box.ts';
import type { BoxDescriptor } from '../box/descriptor.ts';
import type { Bootloader } from '../box/firmware.ts';
import { Gate } from '../box/gate.ts';
import { StateFile } from '../box/state-file.ts';
import { fleetClock } from '../clock.ts';
import type { Credentials, FleetContext } from '../context.ts';
import type { Fault } from '../faults.ts';
import { Stats } from '../stats.ts';
import { groundTruth, type Happening, writeTruth } from '../truth.ts';
import { type Scene, Weather } from '../weather/weather.ts';

export interface StartOptions {
  readonly fleet: readonly BoxDescriptor[];
  readonly url: string;
  readonly seed: number;
  /** Season and heat wave of the simulated weather. */
  readonly scene?: Scene | null;
  readonly credentials: ReadonlyMap<string, Credentials>;
  /** ms since 1970 at which the history begins (for a new run; a resumed one keeps its own). */
  readonly from: number;
  /** Faults, or a function of the start of the history; a resumed run keeps its faults. */
  readonly faults?: readonly Fault[] | ((from: number) => readonly Fault[]);
  /** Continues live after the history. */
  readonly live?: boolean;
  /** Speed of the clock; above 1 it starts at `from` and runs until it has caught up with real time. */
  readonly speed?: number;
  readonly statePath?: string;
  readonly truthPath?: string;
  readonly encoding?: Encoding;
  readonly measures?: number;
  readonly inFlight?: number;
  readonly patience?: number;
  readonly linger?: number;
  readonly hold?: boolean;
  readonly report?: boolean;
  /** Boxes that upload at the same time, and connections started per second. */
  readonly atOnce?: number;
  readonly perSecond?: number;
  /** All boxes connect first, and then send at the same time. */
  readonly together?: boolean;
  readonly flash?: string;
  /** Keys of the firmware that the boxes accept; without it they accept none. */
  readonly bootloader?: Bootloader;
}

export interface RunningFleet {
  readonly stats: Stats;
  readonly boxes: readonly Box[];
  /** Resolves when every box's history is acknowledged (or the fleet was stopped). */
  readonly caughtUp: Promise<void>;
  /** With `together`: resolves when all boxes are connected and begin to send. */
  readonly together: Promise<void>;
  /** Closes all connections in order and writes state and ground truth. */
  stop(): Promise<void>;
}

const SAVE_EVERY = 2000;
const GOODBYE = 3000;

export async function startFleet(options: StartOptions): Promise<RunningFleet> {
  const { fleet, seed } = options;
  const state = await StateFile.open(options.statePath, { seed, epoch: options.from });
  const faults = faultsOf(options, state);
  state.faults = faults;
  const stats = new Stats();
  stats.boxes = fleet.length;
  const stopping = new AbortController();
  const caughtUp = Promise.withResolvers<void>();
  const meeting = meetingOf(fleet.length);
  const happenings: Happening[] = [];
  const context: FleetContext = {
    ...pace(options),
    url: options.url,
    weather: new Weather(seed, options.scene ?? null),
    clock: fleetClock(options.speed ?? 1, (options.speed ?? 1) === 1 ? Date.now() : furthest(state)),
    state,
    stats,
    faults: Map.groupBy(faults, (fault) => fault.serial),
    credentialsOf: (serial) => credentialsIn(options.credentials, serial),
    ...(options.together ? { barrier: meeting.arrive } : {}),
    onHappening: (happening) => happenings.push(happening),
    onCaughtUp: () => {
      if (stats.caughtUp === fleet.length) caughtUp.resolve();
    },
  };
  const boxes = fleet.map((descriptor) => new Box(descriptor, context));
  const lives = boxes.map((box) => box.live(stopping.signal));
  if (fleet.length === 0) caughtUp.resolve();
  const record = () => recordFleet(options, state, boxes, happenings);
  await record();
  const saving = setInterval(
    () =>
      void state.save().catch((error: Error) => {
        stats.lastError = error.message;
      }),
    SAVE_EVERY,
  );
  const ended = Promise.allSettled(lives).then(() => caughtUp.resolve());
  return {
    stats,
    boxes,
    caughtUp: caughtUp.promise,
    together: meeting.all,
    async stop() {
      stopping.abort();
      meeting.open();
      // Messages in flight may still be acknowledged; a server that does not answer is not waited for.
      const impatient = setTimeout(() => {
        for (const box of boxes) box.drop();
      }, GOODBYE);
      await ended;
      clearTimeout(impatient);
      clearInterval(saving);
      await record();
    },
  };
}

/** A resumed run keeps the faults it began with. */
function faultsOf({ faults = [] }: StartOptions, state: StateFile): readonly Fault[] {
  return typeof faults === 'function' ? (state.faults ?? faults(state.epoch)) : faults;
}

/** Packing and sending of messages, and their speed. */
function pace(options: StartOptions) {
  const atOnce = options.together ? Number.POSITIVE_INFINITY : (options.atOnce ?? 16);
  return {
    encoding: options.encoding ?? 'json',
    measures: options.measures ?? USUAL_MEASURES,
    inFlight: options.inFlight ?? 4,
    patience: options.patience ?? 120_000,
    linger: options.linger ?? 1500,
    hold: options.hold ?? false,
    once: !options.live,
    report: options.report ?? true,
    gate: new Gate(atOnce, options.perSecond ?? 500),
    downloads: new Gate(16, 1000),
    flash: options.flash ?? join(tmpdir(), 'aerowatch-flash'),
    bootloader: options.bootloader ?? { keys: [], signatures: 1 },
  } satisfies Partial<FleetContext>;
}

function credentialsIn(known: StartOptions['credentials'], serial: string): Credentials {
  const credentials = known.get(serial);
  if (!credentials) throw new Error(`no credentials of ${serial}`);
  return credentials;
}

/** Writes the progress of the boxes and, if requested, their ground truth. */
async function recordFleet(
  { truthPath, fleet, seed }: StartOptions,
  state: StateFile,
  boxes: readonly Box[],
  happenings: readonly Happening[],
): Promise<void> {
  await state.save();
  if (!truthPath) return;
  const bySerial = new Map(boxes.map((box) => [box.descriptor.serial_number, box]));
  const atEnd = (serial: string, index: number) => bySerial.get(serial)?.logger.atEnd[index] ?? [];
  const since = { seed, from: state.epoch };
  await writeTruth(truthPath, groundTruth(since, fleet, state.faults ?? [], happenings, atEnd));
}

/** Where a fast clock resumes: at the newest acknowledgement. */
function furthest(state: StateFile): number {
  let newest = state.epoch;
  for (const { at } of state.boxes.values()) newest = Math.max(newest, at);
  return newest;
}

/** A barrier at which a number of boxes wait for each other. */
function meetingOf(size: number): { arrive: () => Promise<void>; all: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let here = 0;
  return {
    all: promise,
    open: resolve,
    arrive() {
      here += 1;
      if (here >= size) resolve();
      return promise;
    },
  };
}
