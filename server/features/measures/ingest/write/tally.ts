/** Additions of one transaction to a box's ledger; received = stored + merged + duplicates + setAside. */
export interface Tally {
  messages: number;
  received: number;
  stored: number;
  /** Measures that added a value to a stored one. */
  merged: number;
  duplicates: number;
  setAside: number;
  /** Values that differ from the stored ones, each set aside once. */
  conflicts: number;
  nulled: number;
  /** Set-aside messages and conflicting values that the daily quota of the box did not allow to be kept. */
  notKept: number;
}

export function emptyTally(): Tally {
  return {
    messages: 0,
    received: 0,
    stored: 0,
    merged: 0,
    duplicates: 0,
    setAside: 0,
    conflicts: 0,
    nulled: 0,
    notKept: 0,
  };
}

/** The tally of a key, created if missing. */
export function tallyOf(tallies: Map<number, Tally>, boxId: number): Tally {
  let tally = tallies.get(boxId);
  if (tally === undefined) {
    tally = emptyTally();
    tallies.set(boxId, tally);
  }
  return tally;
}
