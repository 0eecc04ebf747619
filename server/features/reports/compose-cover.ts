import { AT_RISK } from '@aerowatch/domain/forecast/basis';
import { SAMI_LETTERS, SAMI_LEVELS } from '@aerowatch/domain/sami';
import { verdictCount } from '@aerowatch/domain/work/precision';
import type { PrecisionRow } from '../diagnostics/store-precision.ts';
import { composeTodo } from './compose-todo.ts';
import type { ReportFigures, Week } from './gather.ts';
import type { Cover, CoverList, Facts } from './sheets.ts';
import { samiCounts } from './store-figures.ts';
import type { Words } from './words.ts';

/** The page for a manager: figures of the month as texts and bars. */
export function composeCover(all: ReportFigures, words: Words, weatherSource: string | null): Cover {
  return {
    tiles: tilesOf(all, words),
    sami: samiOf(all, words),
    availability: availabilityOf(all, words),
    facts: factsOf(all, words),
    lists: [composeTodo(all, words), weekOf(all, words, weatherSource)],
  };
}

function tilesOf(all: ReportFigures, words: Words): Cover['tiles'] {
  const { tile } = words.texts;
  const { alerts, orders, availability, rows, needs } = all;
  const { count, fill } = words;
  const boxes = new Set(rows.map(({ box }) => box)).size;
  const silent = availability.boxes.filter((one) => one.silent).length;
  return [
    {
      value: count(needs.count),
      label: tile.need,
      note: fill(tile.need_note, { day: words.day(all.now), aeros: count(rows.length), boxes: count(boxes) }),
    },
    {
      value: words.share(shareOf(all)),
      label: tile.availability,
      note: fill(tile.availability_note, { silent: count(silent), boxes: count(boxes) }),
    },
    {
      value: count(alerts.opened),
      label: tile.alerts,
      note: fill(tile.alerts_note, { told: count(alerts.told), open: count(alerts.open) }),
    },
    {
      value: count(orders.done),
      label: tile.orders,
      note: fill(tile.orders_note, { open: count(orders.open), overdue: count(orders.overdue) }),
    },
  ];
}

/** Share of box-days with a measure; null without any box-days. */
function shareOf({ availability: { days } }: ReportFigures): number | null {
  const all = days.reduce((sum, { boxes }) => sum + boxes, 0);
  return all === 0 ? null : days.reduce((sum, { sent }) => sum + sent, 0) / all;
}

function samiOf({ rows, span, end }: ReportFigures, words: Words): Cover['sami'] {
  const { sami } = words.texts;
  const before = samiCounts(rows, (row) => row.sami_before);
  const now = samiCounts(rows, (row) => row.sami);
  const [first, last] = [words.shortDay(span.from), words.shortDay(end - 1)];
  const said = (counts: typeof before) =>
    SAMI_LEVELS.map((level) =>
      words.fill(sami.count, {
        level: words.served.domain.sami[level],
        count: words.count(counts.aeros[level]),
      }),
    ).join(', ');
  const moved = (then: number, since: number) => `${words.count(then)} → ${words.count(since)}`;
  return {
    title: sami.title,
    alt: words.fill(sami.alt, { before: first, earlier: said(before), now: last, today: said(now) }),
    headers: [sami.level, sami.boxes, sami.aeros],
    before: first,
    now: last,
    rows: SAMI_LEVELS.map((level) => ({
      level,
      letter: SAMI_LETTERS[level],
      name: words.served.domain.sami[level],
      before: before.aeros[level],
      now: now.aeros[level],
      cells: [moved(before.boxes[level], now.boxes[level]), moved(before.aeros[level], now.aeros[level])],
    })),
  };
}

function availabilityOf(all: ReportFigures, words: Words): Cover['availability'] {
  const { availability: texts } = words.texts;
  const { days } = all.availability;
  const share = shareOf(all);
  const shares = days.map(({ day, boxes, sent }) => ({ day, share: boxes === 0 ? null : sent / boxes }));
  const least = shares.reduce<(typeof shares)[number] | undefined>(
    (low, one) => (one.share !== null && (low?.share == null || one.share < low.share) ? one : low),
    undefined,
  );
  return {
    title: texts.title,
    alt:
      least === undefined
        ? texts.alt_none
        : words.fill(texts.alt, {
            share: words.share(share),
            least: words.share(least.share),
            day: words.utcDay(Date.parse(least.day)),
          }),
    note: share === null ? texts.note_none : words.fill(texts.note, { share: words.share(share) }),
    days: shares.map((one) => ({ label: String(Number(one.day.slice(8))), share: one.share })),
  };
}

/** Maximum number of kinds on the page. */
const KINDS = 7;

function factsOf({ alerts, orders, precision }: ReportFigures, words: Words): Facts[] {
  const { count, texts } = words;
  return [
    {
      title: texts.alerts.title,
      rows: [
        ...(['opened', 'told', 'over', 'closed', 'open'] as const).map(
          (key) => [texts.alerts[key], count(alerts[key])] as const,
        ),
        [texts.alerts.median, words.duration(alerts.median_hours)],
      ],
    },
    {
      title: texts.orders.title,
      rows: ORDER_ROWS.filter((key) => orders[key] > 0 || !WHERE_ANY.includes(key)).map(
        (key) => [texts.orders[key], count(orders[key])] as const,
      ),
    },
    { title: texts.precision.title, rows: precisionRows(precision, words) },
  ];
}

const ORDER_ROWS = [
  'created',
  'done',
  'found',
  'not_found',
  'other_cause',
  'proven',
  'cancelled',
  'open',
  'overdue',
  'after_deadline',
] as const;
/** Lines that appear only with a count above zero, because page 1 is full. */
const WHERE_ANY: readonly (typeof ORDER_ROWS)[number][] = ['proven', 'after_deadline'];

function precisionRows(rows: readonly PrecisionRow[], words: Words): [string, string][] {
  const { precision: texts } = words.texts;
  if (rows.length === 0) return [[texts.none, '']];
  const said = rows
    .slice(0, KINDS)
    .map((row): [string, string] => [
      words.findings.cause(row.kind),
      verdictCount(row) === 0
        ? words.plural(texts, 'open', row.open)
        : words.fill(texts.row, { found: words.count(row.found), named: words.count(verdictCount(row)) }),
    ]);
  const more = rows.length - said.length;
  return more > 0 ? [...said, [words.fill(texts.more, { count: words.count(more) }), '']] : said;
}

/**
 * AEROs that may reach a stop in the next seven days, the basis of that forecast, and how good such forecasts
 * were.
 */
function weekOf({ week, rows, now }: ReportFigures, words: Words, weatherSource: string | null): CoverList {
  const { week: texts, worse } = words.texts;
  const { week_ahead: said } = words.served.mail;
  const byId = new Map(rows.map((row) => [row.aero, row]));
  return {
    table: {
      title: words.fill(texts.title, { day: words.day(now) }),
      note: week.aeros === 0 ? '' : honestly(week, words, weatherSource),
      headers: [worse.aero, said.day, said.chance, said.where],
      widths: [30, 40, 20, 22],
      right: [],
    },
    rows: week.worst.flatMap((one) => {
      const row = byId.get(one.aero);
      return row === undefined
        ? []
        : [[words.aero(row), words.dayName(one.day), words.share(one.chance), said[one.side]]];
    }),
    none:
      week.aeros === week.without
        ? texts.unknown
        : words.fill(said.none, {
            of: words.count(week.aeros - week.without),
            share: words.share(week.at_risk_from ?? AT_RISK),
          }),
    more: worse.more,
  };
}

function honestly(
  { basis, issued_at, min, max, judged, without }: Week,
  words: Words,
  source: string | null,
): string {
  const { week_ahead: said } = words.served.mail;
  const air =
    min === null || max === null
      ? []
      : [
          words.fill(said.air, {
            min: words.quantity('temperature', min),
            max: words.quantity('temperature', max),
          }),
        ];
  const from = words.fill(said[`basis_${basis}`], {
    at: words.time(issued_at ?? 0),
    source: source === null ? '' : ` (${source})`,
  });
  const proof =
    judged.n === 0
      ? said.unproven
      : words.fill(said.proven, {
          n: words.count(judged.n),
          share: words.share(judged.inside / judged.n),
        });
  const untold = without === 0 ? [] : [words.plural(said, 'no_forecast', without)];
  return [...air, from, proof, ...untold].join(' ');
}
