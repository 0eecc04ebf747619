/** Lets at most `atOnce` through and starts at most `perSecond`, first come, first served. */
export class Gate {
  readonly #atOnce: number;
  readonly #gap: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;
  #free = 0;

  constructor(atOnce: number, perSecond: number) {
    this.#atOnce = atOnce;
    this.#gap = 1000 / perSecond;
  }

  async enter(): Promise<() => void> {
    if (this.#inside >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#inside += 1;
    const now = performance.now();
    this.#free = Math.max(this.#free, now) + this.#gap;
    const wait = this.#free - this.#gap - now;
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting.shift();
      // The place goes to the next in line directly.
      if (next) next();
      else this.#inside -= 1;
    };
  }
}
