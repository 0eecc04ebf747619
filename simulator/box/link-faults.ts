/**
 * Faults of a box's clock, power and connection: the times at which it cannot send, and the time of its own
 * clock.
 */
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { type Fault, ofKind, windowEnd } from '../faults.ts';
import { type Key, uniformAt } from '../prng.ts';

/** Start time of a clock that lost power. */
const DEAD_CLOCK = Date.UTC(2000, 0, 1);
const DRIFT_PER_DAY = 2000;

type Named = Fault & { mode: string };

export class LinkFaults {
  readonly #key: Key;
  readonly #silent: Named[];
  readonly #reboots: Named[];
  readonly #jumps: Named[];
  readonly #duplicates: Named[];
  readonly #disorder: Named[];

  constructor(key: Key, faults: readonly Fault[]) {
    this.#key = key;
    this.#silent = ofKind(faults, 'silent');
    this.#reboots = ofKind(faults, 'reboot');
    this.#jumps = ofKind(faults, 'clock-jump');
    this.#duplicates = ofKind(faults, 'duplicates');
    this.#disorder = ofKind(faults, 'out-of-order');
  }

  /** Start of the silence at a time; undefined when the box can send. */
  silentSince(time: number): number | undefined {
    return this.#silent.find((fault) => time >= fault.start && time < silenceEnd(fault))?.start;
  }

  /** Whether a sample of that time will never be sent. */
  loses(time: number): boolean {
    return this.#silent.some(
      (fault) => fault.mode === 'lost' && time >= fault.start && time < silenceEnd(fault),
    );
  }

  /** Whether the box restarted after `from` and up to `to`. */
  rebootsBetween(from: number, to: number): boolean {
    for (const fault of this.#reboots) {
      for (let day = Math.floor(Math.max(from, fault.start) / DAY); day <= Math.floor(to / DAY); day++) {
        if (uniformAt(this.#key, day) >= fault.rate) continue;
        const at = day * DAY + uniformAt(this.#key ^ 0x77, day) * DAY;
        if (at > from && at <= to && at >= fault.start && at < windowEnd(fault, Number.POSITIVE_INFINITY))
          return true;
      }
    }
    // A clock that shows the year 2000 has lost its power.
    return this.#jumps.some((fault) => fault.mode === '2000' && fault.start > from && fault.start <= to);
  }

  /** Seconds since 1970 that the box's clock shows at a true time. */
  stampOf(time: number): number {
    let shown = time;
    for (const fault of this.#jumps) {
      if (time < fault.start || time >= windowEnd(fault, fault.rate * HOUR)) continue;
      if (fault.mode === '2000') shown = DEAD_CLOCK + (time - fault.start);
      else if (fault.mode === 'ahead') shown = time + HOUR;
      else shown = time + ((time - fault.start) / DAY) * DRIFT_PER_DAY;
    }
    return Math.floor(shown / 1000);
  }

  /** Whether a message is sent twice, as after a lost PUBACK. */
  duplicates(through: number): boolean {
    return this.#duplicates.some(
      (fault) =>
        through >= fault.start &&
        through < (fault.end ?? Number.POSITIVE_INFINITY) &&
        uniformAt(this.#key ^ 0x88, through / 1000) < fault.rate,
    );
  }

  /** Whether a message is sent after the next one. */
  overtaken(through: number): boolean {
    return this.#disorder.some(
      (fault) =>
        through >= fault.start &&
        through < (fault.end ?? Number.POSITIVE_INFINITY) &&
        uniformAt(this.#key ^ 0x99, through / 1000) < fault.rate,
    );
  }
}

function silenceEnd(fault: Fault): number {
  return windowEnd(fault, fault.rate === 0 ? Number.POSITIVE_INFINITY : fault.rate * DAY);
}
