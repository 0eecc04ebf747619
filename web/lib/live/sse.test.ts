import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventParser, type ServerEvent } from './sse.ts';

function parse(chunks: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const feed = eventParser((event) => events.push(event));
  for (const chunk of chunks) feed(chunk);
  return events;
}
const STREAM =
  ': hello\n\nid: 7\ndata: {"a":1}\n\nevent: reset\ndata: x\ndata: y\n\nid:8\r\ndata:z\r\n\r\ndata: unfinished';

test('events, comments, several data lines, both line ends', () => {
  expect(parse([STREAM])).toEqual([
    { id: '7', name: 'message', data: '{"a":1}' },
    { id: null, name: 'reset', data: 'x\ny' },
    { id: '8', name: 'message', data: 'z' },
  ]);
});
test('however the stream is cut, the events are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
      const chunks = at.slice(1).map((end, index) => STREAM.slice(at[index], end));
      expect(parse(chunks)).toEqual(parse([STREAM]));
    }),
  );
});
