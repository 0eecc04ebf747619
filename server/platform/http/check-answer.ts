import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';

/** Columns of moments, compact by contract; and what browsers hand over as it is. */
const IN_MILLISECONDS: ReadonlySet<string> = new Set(['time', 'times', 'expirationTime']);
/** 2001 to 2128 in ms since 1970: no other figure of the product is as large. */
const isMoment = (value: number) => value > 1e12 && value < 5e12;

/**
 * The contract holds for answers too: a field that it does not name is a leak or a forgotten word, and a
 * number that can only be a moment should have been ISO 8601. Throws; in tests alone.
 */
export function checkAnswer(endpoint: AnyEndpoint, text: string): void {
  if (endpoint.response === undefined) return;
  const moments: string[] = [];
  const answer = JSON.parse(text, (key, value) => {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.some((one) => typeof one === 'number' && isMoment(one))) moments.push(key);
    return value;
  });
  const result = endpoint.response.safeParse(answer);
  if (!result.success)
    throw new Error(
      `The answer of ${endpoint.name} does not fit its contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
    );
  const bare = moments.filter((key) => !/^\d+$/.test(key) && !IN_MILLISECONDS.has(key));
  if (bare.length > 0)
    throw new Error(`The answer of ${endpoint.name} has moments in milliseconds: ${bare.join(', ')}`);
}
