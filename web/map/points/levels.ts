import { flatColumns, WORLD } from '../mercator.ts';
import { type Group, groupsOf } from './groups.ts';

/** Points closer than this at a whole zoom level are one group, px. */
const REACH = 46;
/** From the next zoom level on every point is drawn separately, except those at one place. */
export const LAST_GROUPED = 13;

/**
 * Points closer than about 10 m never separate: two boxes on one pole. In units of the Mercator square (width
 * 1).
 */
const ONE_PLACE = 10 / 40_075_017;

const reachAt = (level: number) => REACH / (WORLD * 2 ** level);

/** Points on the Mercator square with their groups at each whole zoom level, computed at first use. */
export class Levels {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #made = new Map<number, readonly Group[]>();

  constructor(longitude: readonly number[], latitude: readonly number[]) {
    [this.#x, this.#y] = flatColumns(longitude, latitude);
  }

  /** Groups for a zoom; a single point is a group of one. */
  at(zoom: number): readonly Group[] {
    const level = Math.min(Math.max(0, Math.floor(zoom)), LAST_GROUPED + 1);
    const known = this.#made.get(level);
    if (known !== undefined) return known;
    const groups = groupsOf(this.#x, this.#y, level > LAST_GROUPED ? ONE_PLACE : reachAt(level));
    this.#made.set(level, groups);
    return groups;
  }

  /** Whether the points of a group stay together at any zoom. */
  isOnePlace(group: Group): boolean {
    const x = group.members.map((member) => this.#x[member]!);
    const y = group.members.map((member) => this.#y[member]!);
    return groupsOf(x, y, ONE_PLACE).length === 1;
  }

  /** The next whole zoom level at which a group splits. */
  partsAfter(zoom: number, group: Group): number {
    const x = group.members.map((member) => this.#x[member]!);
    const y = group.members.map((member) => this.#y[member]!);
    let level = Math.floor(zoom) + 1;
    while (level <= LAST_GROUPED && groupsOf(x, y, reachAt(level)).length === 1) level += 1;
    return level;
  }
}
