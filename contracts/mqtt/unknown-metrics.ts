/** What a message says of metrics that nobody knows here: set aside by itself, the rest of the message is taken. */
export interface UnknownMetrics {
  /** Where they stand, as `aeros[0].noise`. */
  readonly where: readonly string[];
  /** That part of the message, in its own format and with absolute times: read again once the metrics are known. */
  readonly message: { v: 1; aeros: object[] } | object[];
}

/** Names of unknown metrics that a reason states. */
const SAID = 10;

/** The place of each, the first ones of many. */
export function unknownDetail({ where }: UnknownMetrics): string {
  const more = where.length > SAID ? ` +${where.length - SAID}` : '';
  const named = where.slice(0, SAID).map((one) => one.slice(0, 60));
  return named.join(', ').slice(0, 480) + more;
}

/** As JSON, the words of a message for numbers that JSON has none for. */
export function unknownPayload({ message }: UnknownMetrics): string {
  return JSON.stringify(message, (_key, value: unknown) => {
    if (typeof value === 'bigint') return Number(value);
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}
