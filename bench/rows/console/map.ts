/** The map's answer for 100,000 boxes: its size compared with objects of the same fields, and its time. */
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { exponent, median, timeOf, timeRuns } from '../../lib/figures.ts';
import { type Finding, judged, type Row } from '../../lib/row.ts';
import { onStage } from '../../lib/stage.ts';
import { fillBoxes } from '../../lib/store-fill.ts';

const SIZES = [6250, 25_000, 100_000];

export const map: Row = {
  name: 'map',
  run: () =>
    onStage(async (stage) => {
      const server = await stage.launch({ ROLES: 'web' });
      const { token } = await stage.user(server.url);
      // The console requests the packed form; the plain columns give the fields of the reference.
      const ask = async (encoding: string, form = 'packed') => {
        const answer = await fetch(`${server.url}/api/boxes/map/?form=${form}`, {
          headers: { Authorization: `Token ${token}`, 'Accept-Encoding': encoding },
        });
        if (answer.status !== 200) throw new Error(await answer.text());
        return answer.text();
      };
      const fresh: number[] = [];
      const again: number[] = [];
      let [text, plain] = ['', ''];
      let filled = 0;
      for (const size of SIZES) {
        await fillBoxes(stage.db, size - filled, { prefix: `MAP${size}` });
        filled = size;
        await sql`vacuum analyze boxes, aeros`.execute(stage.db);
        const found: number[] = [];
        for (let turn = -1; turn < 5; turn += 1) {
          // A change makes the cached answer invalid.
          await sql`insert into change_events (entity, type, entity_id) values ('boxes', 'updated', ${turn + 2})`.execute(
            stage.db,
          );
          const ms = await timeOf(() => ask('gzip'));
          if (turn >= 0) found.push(ms);
        }
        fresh.push(median(found));
        again.push(median(await timeRuns(5, () => ask('gzip'))));
        text = await ask('identity');
        plain = await ask('identity', 'columns');
      }
      return [sizeOf(text, plain), ...timesOf(fresh, again)];
    }),
};

/** The packed form compared with a list of objects; `plain`: the same boxes as columns. */
function sizeOf(packed: string, plain: string): Finding {
  const objects = JSON.stringify(objectsOf(JSON.parse(plain)));
  const [bytes, reference] = [Buffer.byteLength(packed), Buffer.byteLength(objects)];
  const [zipped, zippedReference] = [gzipSync(packed).length, gzipSync(objects).length];
  return {
    what: 'map of 100,000 boxes: bytes',
    value: bytes,
    unit: 'bytes',
    reference,
    referenceIs: 'a list of JSON objects of the same fields',
    ratio: bytes / reference,
    target: '≤ 0.25 × bytes',
    verdict: judged(bytes / reference <= 0.25),
    note: `plain columns: ${Buffer.byteLength(plain)} bytes; gzip: ${zipped} of ${zippedReference} bytes, ratio ${(zipped / zippedReference).toFixed(2)}`,
  };
}

/** `fresh`: ms after a change; `again`: with nothing changed. */
function timesOf(fresh: readonly number[], again: readonly number[]): Finding[] {
  return [
    {
      what: 'map of 100,000 boxes: time to serve after a change',
      value: fresh.at(-1)!,
      unit: 'ms',
      target: '≤ 300 ms',
      verdict: judged(fresh.at(-1)! <= 300),
      growth: { sizes: SIZES, values: fresh, exponent: exponent(SIZES, fresh) },
      note: 'grows in proportion to what it answers',
    },
    {
      what: 'map of 100,000 boxes: time to serve again with nothing changed',
      value: again.at(-1)!,
      unit: 'ms',
      target: '≤ 300 ms',
      verdict: judged(again.at(-1)! <= 300),
      growth: { sizes: SIZES, values: again, exponent: exponent(SIZES, again) },
    },
  ];
}

/** One object per box, as in a plain list of JSON: words instead of the columns' indices. */
function objectsOf(columns: Record<string, unknown>): Record<string, unknown>[] {
  const count = Number(columns.count);
  const lists = Object.entries(columns).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].length === count,
  );
  const words: Record<string, unknown[]> = {
    sami: columns.levels as unknown[],
    status: columns.statuses as unknown[],
    line: columns.lines as unknown[],
  };
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      lists.map(([name, list]) => [
        name,
        words[name] === undefined ? list[index] : words[name][list[index] as number],
      ]),
    ),
  );
}
