export interface ServerEvent {
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/** Parser of text/event-stream: feed it chunks as they come, it calls back for each whole event. */
export function eventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = '';
  let id: string | null = null;
  let name = 'message';
  let data: string[] = [];
  const line = (text: string): void => {
    if (text === '') {
      if (data.length > 0 || name !== 'message') onEvent({ id, name, data: data.join('\n') });
      id = null;
      name = 'message';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  };
  return (chunk) => {
    rest += chunk;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}
