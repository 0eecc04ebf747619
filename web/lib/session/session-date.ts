/** The session is at most six hours old (the customer's own rule). */
export const SESSION_HOURS = 6;

/** `DD/MM/YYYY HH:mm` in local time, as required by the customer's storage key `connexionDate`. */
export function formatConnexionDate(ms: number): string {
  const date = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Milliseconds since 1970, or null if absent or malformed. */
export function parseConnexionDate(text: string | null): number | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})$/.exec(text ?? '');
  if (match === null) return null;
  const [day, month, year, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(year, month - 1, day, hour, minute);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
}

/** A session without a stored date counts as recent (section 4). */
export function isSessionOver(connexionDate: string | null, now: number): boolean {
  const since = parseConnexionDate(connexionDate);
  return since !== null && now - since >= SESSION_HOURS * 3_600_000;
}
