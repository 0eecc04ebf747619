/** State of a run across restarts: how far each box is acknowledged, and what it received. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import type { WithdrawnList } from '@aerowatch/domain/firmware/firmware-manifest';
import type { Fault } from '../faults.ts';
import type { Timing } from './configuration.ts';

export interface BoxMemory {
  /** True time in ms up to which everything is acknowledged. */
  at: number;
  boot: number;
  seq: number;
  configuration: BoxConfiguration;
  refused: Record<string, string>;
  /** Timings so far, so that the same times are logged again. */
  timings: Timing[];
  /** Updates attempted, by rollout. */
  attempts: Record<string, number>;
  /** Server it reports to since it received another server address and got an answer there. */
  server?: string;
  /** Firmwares that it must never install. */
  withdrawn?: WithdrawnList;
}
interface StateDocument {
  readonly v: 1;
  readonly seed: number;
  /** ms of the first sample of the run. */
  readonly epoch: number;
  /** Faults of the run from its start: other faults would give another history. */
  readonly faults?: readonly Fault[];
  readonly boxes: Record<string, BoxMemory>;
}

export class StateFile {
  readonly seed: number;
  readonly epoch: number;
  readonly boxes: Map<string, BoxMemory>;
  faults: readonly Fault[] | undefined;
  readonly #path: string | undefined;
  #dirty = false;
  #writing: Promise<void> | undefined;

  private constructor(path: string | undefined, document: StateDocument) {
    this.#path = path;
    this.seed = document.seed;
    this.epoch = document.epoch;
    this.faults = document.faults;
    this.boxes = new Map(Object.entries(document.boxes));
  }

  /** Opens the state of a run, or creates one. The state of another seed is refused. */
  static async open(path: string | undefined, fresh: { seed: number; epoch: number }): Promise<StateFile> {
    const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(missing);
    if (text === undefined) return new StateFile(path, { v: 1, ...fresh, boxes: {} });
    const document = JSON.parse(text) as StateDocument;
    if (document.v !== 1) throw new Error(`${path} is not a state of this simulator.`);
    if (document.seed !== fresh.seed)
      throw new Error(`${path} is of seed ${document.seed}, not ${fresh.seed}.`);
    return new StateFile(path, document);
  }

  touch(): void {
    this.#dirty = true;
  }

  /** Writes the changed state; never two writes at once, never half a file. */
  async save(): Promise<void> {
    await this.#writing;
    if (!this.#dirty || this.#path === undefined) return;
    this.#dirty = false;
    this.#writing = this.#write(this.#path);
    await this.#writing;
  }

  async #write(path: string): Promise<void> {
    const document: StateDocument = {
      v: 1,
      seed: this.seed,
      epoch: this.epoch,
      ...(this.faults ? { faults: this.faults } : {}),
      boxes: Object.fromEntries(this.boxes),
    };
    await writeFile(`${path}.new`, JSON.stringify(document));
    await rename(`${path}.new`, path);
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
