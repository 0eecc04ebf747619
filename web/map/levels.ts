import { type Group, groupsOf } from './groups.ts';
import { flatColumns, WORLD } from './mercator.ts';

/** Points nearer than this at a whole zoom are one group, px. */
const REACH = 46;
/** From the next zoom on every point stands for itself. */
export const LAST_GROUPED = 13;

const reachAt = (level: number) => REACH / (WORLD * 2 ** level);

/** Points on the flat world with their groups at each whole zoom, made when they are first asked for. */
export class Levels {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #made = new Map<number, readonly Group[]>();

  constructor(longitude: readonly number[], latitude: readonly number[]) {
    [this.#x, this.#y] = flatColumns(longitude, latitude);
  }

  /** Groups for a zoom; a point that stands alone is a group of one. */
  at(zoom: number): readonly Group[] {
    const level = Math.min(Math.max(0, Math.floor(zoom)), LAST_GROUPED + 1);
    const known = this.#made.get(level);
    if (known !== undefined) return known;
    const groups = level > LAST_GROUPED ? this.#alone() : groupsOf(this.#x, this.#y, reachAt(level));
    this.#made.set(level, groups);
    return groups;
  }

  #alone(): Group[] {
    return Array.from(this.#x, (x, at) => ({ x, y: this.#y[at]!, members: [at] }));
  }

  /** The first whole zoom after this one at which a group falls apart. */
  partsAfter(zoom: number, group: Group): number {
    const x = group.members.map((member) => this.#x[member]!);
    const y = group.members.map((member) => this.#y[member]!);
    let level = Math.floor(zoom) + 1;
    while (level <= LAST_GROUPED && groupsOf(x, y, reachAt(level)).length === 1) level += 1;
    return level;
  }
}
