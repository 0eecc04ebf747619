/** Processor time, which unlike wall-clock time hardly depends on other load of the machine. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of processor time used by processes and their children; NaN without /proc. */
export function processorOf(pids: readonly (number | undefined)[]): number {
  const wanted = new Set(pids);
  let sum = 0;
  try {
    for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
      const fields = statOf(name);
      if (fields && (wanted.has(Number(name)) || wanted.has(Number(fields[1]))))
        sum += (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }
  } catch {
    return Number.NaN;
  }
  return sum;
}

/** The fields after the name of a process: state, parent, …; undefined if it has ended. */
function statOf(pid: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}
