/** The unknown metrics of a message: set aside separately, while the rest of the message is accepted. */
export interface UnknownMetrics {
  /** Their places, such as `aeros[0].noise`. */
  readonly where: readonly string[];
  /**
   * That part of the message, in its own format and with absolute times: parsed again once the metrics are
   * known.
   */
  readonly message: { v: 1; aeros: object[] } | object[];
}

/** Maximum number of unknown metrics named in a reason. */
const SAID = 10;

/** Their places, up to a maximum. */
export function unknownDetail({ where }: UnknownMetrics): string {
  const more = where.length > SAID ? ` +${where.length - SAID}` : '';
  const named = where.slice(0, SAID).map((one) => one.slice(0, 60));
  return named.join(', ').slice(0, 480) + more;
}

/** As JSON, with the message's own words for numbers that JSON cannot express. */
export function unknownPayload({ message }: UnknownMetrics): string {
  return JSON.stringify(message, (_key, value: unknown) => {
    if (typeof value === 'bigint') return Number(value);
    return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  });
}
