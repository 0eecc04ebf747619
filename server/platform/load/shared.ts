interface Turn<T> {
  readonly running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Computes an answer once for all who ask at the same time. Whoever asks while one is being computed waits for
 * the next: nobody gets an answer from before their question. The key identifies the request and what its
 * caller may see.
 */
export function makeShared<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Turn<T>>();
  const run = (key: string, make: () => Promise<T>): Promise<T> => {
    const turn: Turn<T> = { running: make(), next: null };
    turns.set(key, turn);
    const end = () => {
      if (turn.next === null) turns.delete(key);
    };
    turn.running.then(end, end);
    return turn.running;
  };
  return (key, make) => {
    const turn = turns.get(key);
    if (turn === undefined) return run(key, make);
    const again = () => run(key, make);
    turn.next ??= turn.running.then(again, again);
    return turn.next;
  };
}
