/** `node simulator/run.ts`: a fleet that sends its history and then live measures, until it is stopped. */

import { readFile } from 'node:fs/promises';
import { DAY } from '@aerowatch/domain/durations';
import type { BoxDescriptor } from './box/descriptor.ts';
import { readPublicKeys } from './box/firmware.ts';
import { FAULT_NAMES, type Fault } from './faults.ts';
import { readCredentials } from './fleet/credentials-file.ts';
import { generateFleet } from './fleet/fleet.ts';
import { demonstrationFaults, randomFaults } from './fleet/scenario.ts';
import { type RunningFleet, startFleet } from './fleet/start-fleet.ts';
import { helpOf, type RunCommand, runOptions } from './options.ts';

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const help = helpOf('run.ts', args);
  if (help) return void process.stdout.write(help);
  const command = runOptions(args);
  const from = Math.floor((Date.now() - command.days * DAY) / 1000) * 1000;
  const fleet = generateFleet(command);
  const credentials = await readCredentials(command.credentials);
  const without = fleet.filter((box) => !credentials.has(box.serial_number));
  if (without.length > 0)
    throw new Error(
      `${command.credentials} has no password of ${without.length} boxes, such as ${without[0]?.serial_number}: provision them first.`,
    );
  const faults = await faultsOf(command, fleet);
  const keys =
    command.publicKey === undefined ? [] : readPublicKeys(await readFile(command.publicKey, 'utf8'));
  const began = performance.now();
  const running = await startFleet({
    ...command.start,
    fleet,
    credentials,
    faults,
    from,
    seed: command.seed,
    bootloader: { keys, signatures: command.signatures },
  });
  stopOnSignal(running);
  const telling = setInterval(() => tell(running), 5000);
  if (command.start.together) {
    const connecting = performance.now();
    await running.together;
    process.stdout.write(`all connected after ${((performance.now() - connecting) / 1000).toFixed(1)} s\n`);
  }
  await running.caughtUp;
  const seconds = (performance.now() - began) / 1000;
  const { acknowledged } = running.stats;
  tell(running);
  process.stdout.write(
    `history sent: ${acknowledged} measures in ${seconds.toFixed(1)} s, ${Math.round(acknowledged / seconds)} a second\n`,
  );
  if (command.start.live) return;
  clearInterval(telling);
  await running.stop();
}

/** The faults of a run, by the start of its history. */
async function faultsOf(
  command: RunCommand,
  fleet: readonly BoxDescriptor[],
): Promise<readonly Fault[] | ((from: number) => readonly Fault[])> {
  const { faults, seed, days } = command;
  if (faults === 'none') return [];
  if (faults === 'demo') return (from) => demonstrationFaults(fleet, seed, from + days * DAY);
  const random = /^random:(0(\.\d+)?|1)$/.exec(faults);
  if (random) return (from) => randomFaults(fleet, seed, { from, to: from + days * DAY }, Number(random[1]));
  const list = JSON.parse(await readFile(faults, 'utf8')) as (Omit<Fault, 'start' | 'end'> & {
    start: string;
    end?: string;
  })[];
  const read = list.map((fault) => {
    if (!FAULT_NAMES.includes(fault.name))
      throw new Error(`${fault.name} is no fault; known are ${FAULT_NAMES.join(', ')}.`);
    const { end, ...rest } = fault;
    return {
      ...rest,
      start: Date.parse(fault.start),
      ...(end === undefined ? {} : { end: Date.parse(end) }),
    };
  });
  return read;
}

function tell({ stats }: RunningFleet): void {
  const { caughtUp, boxes, connected, acknowledged, messages, errors, lastError } = stats;
  const wait = `PUBACK p95 ${stats.wait(0.95).toFixed(0)} ms`;
  const trouble = errors > 0 ? `, ${errors} errors, last: ${lastError}` : '';
  process.stdout.write(
    `${caughtUp}/${boxes} caught up, ${connected} connected, ${acknowledged} measures in ${messages} messages, ${wait}${trouble}\n`,
  );
}

function stopOnSignal(running: RunningFleet): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void running.stop().then(() => process.exit(0));
    });
  }
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
