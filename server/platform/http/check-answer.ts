import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';

/** Columns of times, compact by contract; and data that browsers pass on unchanged. */
const IN_MILLISECONDS: ReadonlySet<string> = new Set(['time', 'times', 'expirationTime']);
/** 2001 to 2128 in ms since 1970: no other figure of the product is as large. */
const isMoment = (value: number) => value > 1e12 && value < 5e12;

/**
 * Checks an answer against its contract: an unknown field is a leak or a missing declaration, and a number
 * that can only be a time should be ISO 8601. Throws; only in tests.
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
