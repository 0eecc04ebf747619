/** What one transaction adds to a box's ledger; received = stored + merged + duplicates + setAside. */
export interface Tally {
  messages: number;
  received: number;
  stored: number;
  /** Measures that gave a value to one that was stored already. */
  merged: number;
  duplicates: number;
  setAside: number;
  /** Values that differ from the stored ones, each set aside once. */
  conflicts: number;
  nulled: number;
  /** Of what was set aside and of the values in conflict, what the quota of the box and day did not let keep. */
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

/** The tally of a key, made when it is not there yet. */
export function tallyOf(tallies: Map<number, Tally>, boxId: number): Tally {
  let tally = tallies.get(boxId);
  if (tally === undefined) {
    tally = emptyTally();
    tallies.set(boxId, tally);
  }
  return tally;
}
