export interface ServerEvent {
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/** Name and value of a line; null for a comment. */
function fieldOf(line: string): [name: string, value: string] | null {
  const colon = line.indexOf(':');
  if (colon === 0) return null;
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
}

/** The event in these lines; null when there is none. */
function eventOf(lines: readonly string[]): ServerEvent | null {
  const fields = lines.map(fieldOf).filter((field) => field !== null);
  const last = (name: string) => fields.findLast((field) => field[0] === name)?.[1];
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value);
  const name = last('event') ?? 'message';
  return data.length === 0 && name === 'message'
    ? null
    : { id: last('id') ?? null, name, data: data.join('\n') };
}

/** Parser of text/event-stream: fed with chunks as they arrive, it calls back for each complete event. */
export function eventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = '';
  let open: string[] = [];
  return (chunk) => {
    rest += chunk;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') open.push(line);
      else {
        const event = eventOf(open);
        open = [];
        if (event !== null) onEvent(event);
      }
    }
  };
}
