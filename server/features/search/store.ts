import type { Language } from '@aerowatch/domain/languages';
import { READY_MADE_NAMES, readyMadeName } from '@aerowatch/i18n/ready-made';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { containing, visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';

export interface Hit {
  type: 'box' | 'aero' | 'pole' | 'user' | 'supervisor' | 'client' | 'tag';
  id: number;
  label: string;
  detail: string;
  box: number | null;
}

interface Place {
  readonly type: Hit['type'];
  /** The searched text in lower case. */
  readonly text: RawBuilder<string>;
  /** True for every row that can match, found by index: spares the rest the more expensive `text`. */
  readonly first?: (patterns: readonly string[]) => RawBuilder<boolean>;
  readonly label: RawBuilder<string>;
  readonly detail: RawBuilder<string>;
  readonly from: RawBuilder<unknown>;
  readonly id: string;
  readonly client: string;
  readonly box: RawBuilder<number | null>;
}

const none = sql<null>`null::int`;
const supervisorIn = (language: Language) =>
  sql<string>`case when name = any(${[...READY_MADE_NAMES]}::text[]) then ${readyMadeName(language)} else name end`;
/**
 * Boxes with every word in their serial, name, pole, line or ICCID, found by index (store-search-indexes) where
 * a word has three letters.
 */
const inBoxes = (patterns: readonly string[]) =>
  sql<boolean>`boxes.id in (select w.box_id from box_words w where ${sql.join(
    patterns.map((pattern) => sql`w.words like lower(${pattern})`),
    sql` and `,
  )})`;
/** Boxes, poles and AEROs. */
const PLACES_OF_LINE: readonly Place[] = [
  {
    type: 'box',
    from: sql`boxes`,
    id: 'boxes.id',
    client: 'boxes.client_id',
    box: sql`boxes.id`,
    text: sql`boxes.search_text`,
    first: inBoxes,
    label: sql`serial_number`,
    detail: sql`concat_ws(' · ', nullif(name, ''), nullif(line, ''), nullif(pole, ''))`,
  },
  {
    type: 'pole',
    from: sql`boxes`,
    id: 'boxes.id',
    client: 'boxes.client_id',
    box: sql`boxes.id`,
    text: sql`lower(pole)`,
    first: inBoxes,
    label: sql`pole`,
    detail: sql`concat_ws(' · ', nullif(line, ''), serial_number)`,
  },
  {
    type: 'aero',
    from: sql`aeros join boxes on boxes.id = aeros.box_id`,
    id: 'aeros.id',
    client: 'boxes.client_id',
    box: sql`boxes.id`,
    text: sql`lower(aeros.serial_number || ' ' || aeros.line || ' ' || aeros.track_number)`,
    label: sql`coalesce(nullif(aeros.serial_number, ''), boxes.serial_number || ' / AERO ' || aeros.position)`,
    detail: sql`concat_ws(' · ', boxes.serial_number, 'AERO ' || aeros.position, nullif(aeros.line, ''), nullif(aeros.track_number, ''))`,
  },
];
const placesOfPeople = (language: Language): readonly Place[] => [
  {
    type: 'user',
    from: sql`users`,
    id: 'users.id',
    client: 'users.client_id',
    box: none,
    text: sql`lower(concat_ws(' ', first_name, last_name, email))`,
    label: sql`trim(concat_ws(' ', first_name, last_name))`,
    detail: sql`email`,
  },
  {
    type: 'supervisor',
    from: sql`supervisors`,
    id: 'supervisors.id',
    client: 'supervisors.client_id',
    box: none,
    text: sql`lower(${supervisorIn(language)})`,
    label: supervisorIn(language),
    detail: sql`''`,
  },
  {
    type: 'tag',
    from: sql`tags`,
    id: 'tags.id',
    client: 'tags.client_id',
    box: none,
    text: sql`lower(name)`,
    label: sql`name`,
    detail: sql`coalesce((select clients.name from clients where clients.id = client_id), '')`,
  },
  {
    type: 'client',
    from: sql`clients`,
    id: 'clients.id',
    client: 'clients.id',
    box: none,
    text: sql`lower(name)`,
    label: sql`name`,
    detail: sql`''`,
  },
];
/** Searched columns in the reader's language: a ready-made supervisor is found by the name they see. */
const placesFor = (language: Language): readonly Place[] => [...PLACES_OF_LINE, ...placesOfPeople(language)];

/**
 * Items that contain every word, at most `limit` of each kind, best first: the exact label, then labels that
 * begin with it, then those that contain it.
 */
export async function searchEverything(
  db: Db,
  viewer: Viewer,
  { words, language, limit }: { words: readonly string[]; language: Language; limit: number },
): Promise<Hit[]> {
  if (words.length === 0) return [];
  const phrase = words.join(' ');
  const point = pointOf(phrase);
  const parts = placesFor(language).map(({ type, from, id, client, box, text, first, label, detail }) => {
    const patterns = words.map(containing);
    const holds = [
      ...(first === undefined ? [] : [first(patterns)]),
      ...patterns.map((pattern) => sql<boolean>`${text} like lower(${pattern})`),
    ];
    return sql`(select ${sql.lit(type)} as type, ${sql.ref(id)} as id, ${label} as label, ${detail} as detail, ${box} as box,
        case when lower(${label}) = lower(${phrase}) then 0 when starts_with(lower(${label}), lower(${phrase})) then 1 else 2 end as rank
      from ${from} where ${visibleTo(viewer, client)} and ${sql.join(holds, sql` and `)}
      order by rank, label, id limit ${limit})`;
  });
  if (point !== null) parts.push(boxesAt(viewer, point, limit));
  const { rows } = await sql<Hit & { rank: number }>`
    select * from (${sql.join(parts, sql` union all `)}) as found order by rank, type = 'pole', label, type, id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ rank: _rank, ...hit }) => hit);
}

/**
 * Half the range in which a kilometre point is looked for, km: `PK 64` is the whole kilometre, `64+536` an
 * exact place.
 */
const NEAR = { whole: 1, exact: 0.1 } as const;
const POINT = /^(?:pk|kp|km)?\s*(-?\d{1,4})(?:[+.,](\d{1,3}))?$/i;
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The range meant by `PK 64` or `64+536`; null for a text that is no kilometre point, or a bare number. */
function pointOf(phrase: string): Stretch | null {
  const [, whole, metres] = POINT.exec(phrase) ?? [];
  if (whole === undefined || (metres === undefined && !/^[a-z]/i.test(phrase))) return null;
  const km = Number(whole);
  if (metres === undefined) return { from: km, to: km + NEAR.whole };
  const at = km + Number(metres.padEnd(3, '0')) / 1000;
  return { from: at - NEAR.exact, to: at + NEAR.exact };
}

/** Boxes within a range of any line, ordered along it. */
function boxesAt(viewer: Viewer, { from, to }: Stretch, limit: number): RawBuilder<unknown> {
  const km = sql`floor(kilometer_point)::int`;
  const metres = sql`lpad(round((kilometer_point - floor(kilometer_point)) * 1000)::text, 3, '0')`;
  return sql`(select 'box' as type, boxes.id as id, serial_number as label,
      concat_ws(' · ', nullif(line, ''), 'PK ' || ${km} || '+' || ${metres}, nullif(pole, '')) as detail, boxes.id as box, 1 as rank
    from boxes where ${visibleTo(viewer, 'boxes.client_id')} and kilometer_point >= ${from} and kilometer_point < ${to}
    order by kilometer_point, boxes.id limit ${limit})`;
}
