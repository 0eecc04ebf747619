/**
 * `npm run torture`: breaks what can break while boxes send, and checks the promises. `--hour` continues for
 * an hour.
 */

import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { resultFile } from './lib/result-file.ts';
import { attack } from './torture/attack.ts';
import { disk } from './torture/disk.ts';
import { kills } from './torture/kills.ts';
import { outage } from './torture/outage.ts';
import { rogue } from './torture/rogue.ts';
import { rolling } from './torture/rolling.ts';
import type { Outcome, Scene } from './torture/scene.ts';
import { split } from './torture/split.ts';
import { storm } from './torture/storm.ts';

const SCENES: Readonly<Record<string, Scene>> = { kills, split, rolling, storm, outage, disk, rogue, attack };

const { values } = parseArgs({
  options: { hour: { type: 'boolean', default: false }, only: { type: 'string' }, out: { type: 'string' } },
});
const wanted = values.only?.split(',') ?? Object.keys(SCENES);
const unknown = wanted.filter((name) => SCENES[name] === undefined);
if (unknown.length > 0) {
  process.stderr.write(`No scene ${unknown.join(', ')}; there are ${Object.keys(SCENES).join(', ')}.\n`);
  process.exit(2);
}

const date = new Date().toISOString();
const outcomes: (Outcome & { seconds: number; load: number })[] = [];
for (const name of wanted) {
  const scene = SCENES[name]!;
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const start = performance.now();
  const outcome = await scene.play(values.hour ? 15 : 1).catch((error: unknown): Outcome => {
    if (error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    // The record is committed: it names the failure, not this machine's paths.
    const said = error instanceof Error ? error.message : String(error);
    return { name: scene.name, counts: {}, broken: [`the scene could not be played to its end: ${said}`] };
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  outcomes.push({ ...outcome, seconds, load });
  const sign = outcome.skipped !== undefined ? '–' : outcome.broken.length === 0 ? '✓' : '✗';
  const counts = Object.entries(outcome.counts).map(([what, count]) => `${what} ${count}`);
  process.stdout.write(
    `${sign} ${outcome.name} (${seconds} s): ${outcome.skipped === undefined ? counts.join(', ') : `skipped, ${outcome.skipped}`}\n`,
  );
  for (const one of outcome.broken) process.stdout.write(`    broken: ${one}\n`);
}
const broken = outcomes.reduce((sum, outcome) => sum + outcome.broken.length, 0);
process.stdout.write(
  `\n${outcomes.length} scenes, ${outcomes.filter((outcome) => outcome.skipped !== undefined).length} skipped, ${broken} promises broken\n`,
);
if (values.only === undefined || values.out !== undefined)
  writeFileSync(
    values.out ?? resultFile('torture.json'),
    `${JSON.stringify({ date, long: values.hour, outcomes }, null, 2)}\n`,
  );
process.exit(broken === 0 ? 0 : 1);
