/** Ground truth of a run, for evaluating alerts and diagnostics. */
import { writeFile } from 'node:fs/promises';
import type { BoxDescriptor } from './box/descriptor.ts';
import { FAULTS, type Fault, physicalOf } from './faults.ts';

/** An event of a box that its measures do not show. */
export interface Happening {
  readonly serial: string;
  readonly at: string;
  readonly what: string;
  readonly detail?: string;
}

const iso = (time: number) => new Date(time).toISOString();

/** The document of a run, in plain words and units. */
export function groundTruth(
  run: { seed: number; from: number },
  fleet: readonly BoxDescriptor[],
  faults: readonly Fault[],
  happenings: readonly Happening[] = [],
  atEnd: (serial: string, index: number) => readonly { from: number; to?: number }[] = () => [],
): Record<string, unknown> {
  return {
    v: 1,
    seed: run.seed,
    from: iso(run.from),
    boxes: fleet.map((box) => ({
      serial_number: box.serial_number,
      line: box.line,
      pole: box.pole,
      client: box.client,
      aeros: box.aeros.map(({ position, tensioner }, index) => ({
        position,
        ...tensioner,
        // mm of reading per °C of the wire, without friction and elasticity.
        theoretical_slope: tensioner.sign * tensioner.expansion * tensioner.length * 1000,
        at_end: atEnd(box.serial_number, index).map(({ from, to }) => [
          iso(from),
          to === undefined ? null : iso(to),
        ]),
      })),
    })),
    faults: faults.map((fault) => ({
      fault: fault.name,
      serial_number: fault.serial,
      aero: fault.aero ?? null,
      start: iso(fault.start),
      end: fault.end === undefined ? null : iso(fault.end),
      rate: fault.rate,
      rate_means: FAULTS[fault.name].rate,
      mode: fault.mode ?? null,
      ...physicalOf(fault),
    })),
    happenings,
  };
}

export async function writeTruth(path: string, document: Record<string, unknown>): Promise<void> {
  await writeFile(path, `${JSON.stringify(document, null, 1)}\n`);
}
