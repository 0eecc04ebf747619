import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../log/log.ts';

/** One folder's disk, in bytes. */
export interface DiskState {
  readonly name: string;
  readonly folder: string;
  readonly free: number;
  readonly size: number;
  /** With less free space than this, nothing is accepted. */
  readonly floor: number;
}

export interface DiskWatch {
  readonly states: () => readonly DiskState[];
  /**
   * Too little space: work that can wait is refused. It ends a quarter above the floor, to avoid flapping.
   */
  readonly isFull: () => boolean;
  /** Checks now. */
  look(): Promise<void>;
  stop(): void;
}

interface Options {
  /** Folders by content; if two are on one disk, both are reported. */
  readonly folders: Readonly<Record<string, string>>;
  /** In bytes; null for 1 GB, or a twentieth of a disk under 20 GB. */
  readonly floor: number | null;
  readonly registry: Registry;
  readonly log: Log;
  readonly everyMs?: number;
  /** In tests: the system's answer for a folder. */
  readonly ask?: (folder: string) => Promise<{ free: number; size: number }>;
}

const GIGABYTE = 1_000_000_000;
const RESUME = 1.25;

/** Checks the free space every few seconds. A folder that cannot be checked counts as having enough. */
export function watchDisk(options: Options): DiskWatch {
  const { folders, registry, log } = options;
  const ask = options.ask ?? askSystem;
  let states: DiskState[] = [];
  let full = false;
  const look = async () => {
    const found = await Promise.all(
      Object.entries(folders).map(async ([name, folder]) => {
        try {
          const { free, size } = await ask(folder);
          const floor = options.floor ?? Math.min(GIGABYTE, Math.floor(size / 20));
          return { name, folder, free, size, floor };
        } catch {
          return undefined;
        }
      }),
    );
    states = found.filter((one) => one !== undefined);
    const tight = states.find(({ free, floor }) => free < floor * (full ? RESUME : 1));
    if ((tight !== undefined) === full) return;
    full = tight !== undefined;
    if (tight === undefined) log.info('there is room on the disk again: everything is taken in');
    else
      log.error(
        { folder: tight.folder, free_mb: megabytes(tight.free), floor_mb: megabytes(tight.floor) },
        'the disk is nearly full: nothing more is taken in until there is room',
      );
  };
  const gauge = (name: string, help: string, value: (state: DiskState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      collect() {
        for (const state of states) this.set({ folder: state.name }, value(state));
      },
    });
  gauge('disk_free_bytes', 'Room that is left on the disk of a folder', (state) => state.free);
  gauge('disk_size_bytes', 'Size of the disk of a folder', (state) => state.size);
  gauge('disk_floor_bytes', 'With less room than this nothing is taken in', (state) => state.floor);
  const timer = setInterval(() => void look(), options.everyMs ?? 5000).unref();
  return { states: () => states, isFull: () => full, look, stop: () => clearInterval(timer) };
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

async function askSystem(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
