/** Text of a cell: quoted where needed, and never interpreted as a formula by a spreadsheet. */
export function csvText(text: string, separator: string): string {
  // A kilometre point before the origin, -1+200, is a number for its reader.
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+\+\d{3}$/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
