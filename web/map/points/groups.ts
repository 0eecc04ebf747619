/** Points close to each other. */
export interface Group {
  x: number;
  y: number;
  /** Indexes of its points. */
  members: number[];
}

/**
 * Groups whose centres are closer than this share of the reach are merged, because their rings would overlap.
 */
const OVERLAP = 0.8;

/**
 * Clusters points: each in turn takes every free point within `reach`; a group is at the mean of its points.
 * Then larger groups absorb small ones beside them. Linear in the number of points, however crowded they are.
 */
export function groupsOf(x: ArrayLike<number>, y: ArrayLike<number>, reach: number): Group[] {
  const grid = new Grid(x, y, reach);
  const groups: Group[] = [];
  for (let seed = 0; seed < x.length; seed++)
    if (grid.holds(seed)) groups.push(groupOf(grid.takeNear(seed), x, y));
  return joined(groups, x, y, reach * OVERLAP);
}

function groupOf(members: number[], x: ArrayLike<number>, y: ArrayLike<number>): Group {
  if (members.length === 1) return { x: x[members[0]!]!, y: y[members[0]!]!, members };
  let [sumX, sumY] = [0, 0];
  for (const member of members) {
    sumX += x[member]!;
    sumY += y[member]!;
  }
  return { x: sumX / members.length, y: sumY / members.length, members };
}

/** Two single points are never closer than the reach, so only groups of several look for neighbours. */
function joined(groups: Group[], x: ArrayLike<number>, y: ArrayLike<number>, reach: number): Group[] {
  const several: number[] = [];
  const [middleX, middleY] = [new Float64Array(groups.length), new Float64Array(groups.length)];
  groups.forEach((group, at) => {
    middleX[at] = group.x;
    middleY[at] = group.y;
    if (group.members.length > 1) several.push(at);
  });
  if (several.length === 0) return groups;
  several.sort((a, b) => groups[b]!.members.length - groups[a]!.members.length);
  const grid = new Grid(middleX, middleY, reach);
  const found: Group[] = [];
  for (const seed of several) {
    if (!grid.holds(seed)) continue;
    const near = grid.takeNear(seed);
    found.push(
      near.length === 1
        ? groups[seed]!
        : groupOf(
            near.flatMap((at) => groups[at]!.members),
            x,
            y,
          ),
    );
  }
  groups.forEach((group, at) => {
    if (grid.holds(at)) found.push(group);
  });
  return found;
}

/** Points in square cells as wide as the reach; cells share chains by a hash. */
class Grid {
  readonly #x: ArrayLike<number>;
  readonly #y: ArrayLike<number>;
  readonly #reach: number;
  readonly #mask: number;
  /** First point of a chain and the one after each point, -1 at the end. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #held: Uint8Array;

  constructor(x: ArrayLike<number>, y: ArrayLike<number>, reach: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, x.length * 2)));
    [this.#x, this.#y, this.#reach, this.#mask] = [x, y, reach, size - 1];
    this.#first = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(x.length);
    this.#held = new Uint8Array(x.length).fill(1);
    for (let at = x.length - 1; at >= 0; at--) {
      const chain = this.#chainOf(Math.floor(x[at]! / reach), Math.floor(y[at]! / reach));
      this.#next[at] = this.#first[chain]!;
      this.#first[chain] = at;
    }
  }

  #chainOf(column: number, row: number): number {
    return ((Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) >>> 7) & this.#mask;
  }

  holds(point: number): boolean {
    return this.#held[point] === 1;
  }

  /** Removes a point and all within its reach. */
  takeNear(point: number): number[] {
    const x = this.#x[point]!;
    const y = this.#y[point]!;
    const column = Math.floor(x / this.#reach);
    const row = Math.floor(y / this.#reach);
    const taken: number[] = [];
    for (let right = -1; right <= 1; right++)
      for (let down = -1; down <= 1; down++) {
        const chain = this.#chainOf(column + right, row + down);
        if (this.#first[chain] !== -1) this.#takeFrom(chain, x, y, taken);
      }
    return taken;
  }

  #takeFrom(chain: number, x: number, y: number, taken: number[]): void {
    let before = -1;
    for (let at = this.#first[chain]!; at !== -1; at = this.#next[at]!) {
      const right = this.#x[at]! - x;
      const down = this.#y[at]! - y;
      if (right * right + down * down > this.#reach * this.#reach) {
        before = at;
        continue;
      }
      taken.push(at);
      this.#held[at] = 0;
      if (before === -1) this.#first[chain] = this.#next[at]!;
      else this.#next[before] = this.#next[at]!;
    }
  }
}
