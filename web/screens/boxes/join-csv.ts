/** A part of a CSV: later ones without their header line, each ended by a line break. */
export function joinCsv(text: string, first: boolean): string {
  const body = first ? text : text.slice(text.indexOf('\n') + 1);
  return body === '' || body.endsWith('\n') ? body : `${body}\r\n`;
}
