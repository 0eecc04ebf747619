/** Shorter names resemble many others. */
const SHORTEST = 6;

/**
 * The known name that a mistyped one probably means: one letter more, less or different, or two exchanged.
 * Undefined if none is so similar.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length < SHORTEST) return undefined;
  return known.find((one) => one.length >= SHORTEST && isNear(name, one));
}

function isNear(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1 || name === known) return false;
  let at = 0;
  while (name[at] === known[at]) at += 1;
  const [a, b] = [name.slice(at), known.slice(at)];
  const isExchanged = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isExchanged || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}
