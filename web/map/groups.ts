/** Points of a picture that lie close together. */
export interface Group {
  x: number;
  y: number;
  /** Indexes of its points. */
  members: number[];
}

/**
 * Points gathered by cells of `size` px; a cell's points stand at their middle. Middles nearer than `size`
 * are joined once, so that a border between two cells does not part what lies together.
 */
export function groupsOf(places: readonly (readonly [number, number])[], size: number): Group[] {
  const cells = new Map<string, Group>();
  places.forEach(([x, y], index) => {
    const key = `${Math.floor(x / size)},${Math.floor(y / size)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { x, y, members: [index] });
    else {
      cell.members.push(index);
      cell.x += (x - cell.x) / cell.members.length;
      cell.y += (y - cell.y) / cell.members.length;
    }
  });
  const groups: Group[] = [];
  for (const cell of [...cells.values()].sort((a, b) => b.members.length - a.members.length)) {
    const near = groups.find((group) => Math.hypot(group.x - cell.x, group.y - cell.y) < size * 0.8);
    if (near === undefined) {
      groups.push({ ...cell });
      continue;
    }
    const count = near.members.length + cell.members.length;
    near.x += ((cell.x - near.x) * cell.members.length) / count;
    near.y += ((cell.y - near.y) * cell.members.length) / count;
    for (const member of cell.members) near.members.push(member);
  }
  return groups;
}
