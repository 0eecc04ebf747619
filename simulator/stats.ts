/** Counters of a run. */
const KEPT = 100_000;

export class Stats {
  boxes = 0;
  connected = 0;
  contacts = 0;
  /** Connections and messages that failed and were repeated. */
  errors = 0;
  lastError = '';
  messages = 0;
  bytes = 0;
  /** Measures acknowledged for the first time. */
  acknowledged = 0;
  /** Measures sent again on purpose or after a lost acknowledgement. */
  repeated = 0;
  /** Boxes whose history is completely acknowledged. */
  caughtUp = 0;
  readonly reported = { sent: 0, refused: 0 };
  readonly firmware = { installed: 0, failed: 0 };
  #waits: number[] = [];
  #seen = 0;

  /** Records the ms between a message and its acknowledgement. */
  waited(ms: number): void {
    // Reservoir: every wait of a long run is kept with the same probability.
    this.#seen += 1;
    if (this.#waits.length < KEPT) this.#waits.push(ms);
    else {
      const at = Math.floor(Math.random() * this.#seen);
      if (at < KEPT) this.#waits[at] = ms;
    }
  }

  /** Wait in ms within which a share (0 to 1) of the acknowledgements came. */
  wait(share: number): number {
    const sorted = this.#waits.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }
}
