/** One field of a change, as stored in the audit log. */
export interface Change {
  from: unknown;
  to: unknown;
}

/** Replaces a secret's value: the log records that it changed, never the value. */
export const SECRET_CHANGE = '••••';
const SECRET = /password|passkey|secret|token|hash|(^|_)pin$/;
/** Already part of the entry itself, or changed by every edit. */
const LEFT_OUT = new Set(['id', 'created_at', 'updated_at']);

/**
 * Fields that differ, from and to. `undefined` for `before` means a creation, for `after` a deletion; fields
 * that are empty on the existing side are then omitted.
 */
export function changesBetween(
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, unknown>> | undefined,
): Record<string, Change> {
  // A partial `after` contains only what was sent: omitted fields have not changed.
  const isSent = (field: string) =>
    before === undefined || after === undefined || Object.hasOwn(after, field);
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes: Record<string, Change> = {};
  for (const field of fields) {
    if (LEFT_OUT.has(field) || !isSent(field)) continue;
    const from = plain(before?.[field]);
    const to = plain(after?.[field]);
    if (JSON.stringify(from) !== JSON.stringify(to)) define(changes, field, changeOf(field, from, to));
  }
  return changes;
}

function changeOf(field: string, from: unknown, to: unknown): Change {
  if (SECRET.test(field)) return { from: hidden(from), to: hidden(to) };
  return isRecord(from) && isRecord(to) ? nested(from, to) : { from, to };
}

/** Of a nested object (a configuration) only the differing fields are kept. */
function nested(from: Record<string, unknown>, to: Record<string, unknown>): Change {
  const inner = changesBetween(from, to);
  return {
    from: Object.fromEntries(Object.entries(inner).map(([field, change]) => [field, change.from])),
    to: Object.fromEntries(Object.entries(inner).map(([field, change]) => [field, change.to])),
  };
}

function hidden(value: unknown): string | null {
  return value === null || value === '' ? null : SECRET_CHANGE;
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? SECRET_CHANGE : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field may be called `__proto__`: never an assignment. */
function define(changes: Record<string, Change>, field: string, value: Change): void {
  Object.defineProperty(changes, field, { value, enumerable: true, configurable: true, writable: true });
}
