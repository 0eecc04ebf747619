/** Files dropped into WEATHER_FOLDER: read once they are complete, then moved aside. */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../../platform/database/db.ts';
import type { Log } from '../../platform/log/log.ts';
import { recordRefusal, takeText } from './take.ts';

/** ms without a change after which a file counts as complete; an unfinished one has then stalled. */
const SETTLED = 3000;
/**
 * A stalled file without a final line break is read unchanged after this time: many programs omit the line
 * break.
 */
const STALLED = 30_000;
const MAX_BYTES = 128 * 1024 * 1024;
/** Files per pass. */
const A_TURN = 20;

export interface WeatherFolder {
  readonly db: Db;
  readonly log: Log;
  readonly path: string;
  /** Texts of problem codes, for the report beside a refused file. */
  readonly say: (problem: string) => string;
  readonly now: () => number;
}

/** Reads the files in the folder; returns how many. */
export async function readFolder(folder: WeatherFolder): Promise<number> {
  const { path, now } = folder;
  await Promise.all(['done', 'refused'].map((name) => mkdir(join(path, name), { recursive: true })));
  const names = (await readdir(path, { withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.') && !/\.(tmp|part|partial)$/i.test(entry.name),
    )
    .map(({ name }) => name)
    .sort();
  let done = 0;
  for (const name of names.slice(0, A_TURN)) {
    const { mtimeMs, size } = await stat(join(path, name)).catch(() => ({ mtimeMs: now(), size: 0 }));
    const age = now() - mtimeMs;
    // A moved file keeps its time: an old one was complete when it arrived.
    if (age >= 0 && age < SETTLED) continue;
    if (await readOne(folder, name, size, age)) done += 1;
  }
  return done;
}

async function readOne(folder: WeatherFolder, name: string, size: number, age: number): Promise<boolean> {
  const { db, path, now } = folder;
  const from = { source: 'folder', name } as const;
  const file = join(path, name);
  if (size > MAX_BYTES) {
    await recordRefusal(db, from, ['weather_too_many|1000000']);
    await moveAside(folder, name, ['weather_too_many|1000000']);
    return true;
  }
  const text = await readFile(file, 'utf8');
  // Somebody may still be writing it: it is checked again until it counts as stalled.
  if (!/[\r\n]$/.test(text) && age < STALLED) return false;
  const { problems } = await takeText(db, from, text, now());
  await moveAside(folder, name, problems);
  return true;
}

async function moveAside({ path, say, log, now }: WeatherFolder, name: string, problems: readonly string[]) {
  const to = join(
    path,
    problems.length > 0 ? 'refused' : 'done',
    `${new Date(now()).toISOString().replace(/[:.]/g, '-')}-${name}`,
  );
  if (problems.length > 0) {
    await writeFile(`${to}.reason.txt`, `${problems.map(say).join('\n')}\n`);
    log.warn({ file: name, problems: problems.slice(0, 3) }, 'a weather file was refused');
  }
  await rename(join(path, name), to);
}
