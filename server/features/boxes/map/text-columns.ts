/** Columns that the database writes as one text each, and that are read from it again. */
import { type RawBuilder, sql } from 'kysely';

/** Separates the entries of a column; removed from users' texts. */
export const UNIT = '\u001f';

/** A column of texts of the rows, in their order, as one text. */
export const writtenColumn = (column: string): RawBuilder<string | null> =>
  sql`string_agg(translate(${sql.ref(column)}, ${sql.lit(UNIT)}, ' '), ${sql.lit(UNIT)})`;

export const listOf = (text: string | null | undefined, between: string): string[] =>
  text == null || text === '' ? [] : text.split(between);
/** A single box with an empty text is an entry too. */
export const textsOf = (text: string | null | undefined, count: number): string[] =>
  count === 0 ? [] : (text ?? '').split(UNIT);

/** Integers between commas, parsed by character: a string for each of a million would dominate the cost. */
export function integersOf(text: string): number[] {
  if (text === '') return [];
  const numbers: number[] = [];
  let [value, sign] = [0, 1];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === COMMA) {
      numbers.push(sign * value);
      value = 0;
      sign = 1;
    } else if (code === MINUS) sign = -1;
    else value = value * 10 + code - ZERO;
  }
  numbers.push(sign * value);
  return numbers;
}
const [COMMA, MINUS, ZERO] = [44, 45, 48];

export function pairsOf(text: string | null | undefined): Map<number, number> {
  return new Map(
    listOf(text, ',').map((pair): [number, number] => {
      const [key, value] = pair.split(' ');
      return [Number(key), Number(value)];
    }),
  );
}

export function tagsOf(text: string | null | undefined): Map<number, number[]> {
  const tags = new Map<number, number[]>();
  for (const pair of listOf(text, ',')) {
    const [box, tag] = pair.split(' ').map(Number) as [number, number];
    const known = tags.get(box);
    if (known === undefined) tags.set(box, [tag]);
    else known.push(tag);
  }
  return tags;
}

/** The client's own firmware of a version, else everybody's; 0 for none. */
export function firmwares(entries: readonly string[]): (version: string, client: number) => number {
  const ids = new Map<string, number>();
  for (const entry of entries) {
    const [id, client, ...version] = entry.split(' ');
    ids.set(`${client} ${version.join(' ')}`, Number(id));
  }
  return (version, client) => ids.get(`${client} ${version}`) ?? ids.get(`0 ${version}`) ?? 0;
}
