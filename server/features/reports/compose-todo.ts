import { isAtOnce } from '@aerowatch/domain/work/inbox';
import { presentMatter } from '../work/matters/present.ts';
import type { ReportFigures } from './gather.ts';
import type { InboxUnit } from './needs.ts';
import type { CoverList, Table } from './sheets.ts';
import type { AeroRow } from './store-figures.ts';
import type { Words } from './words.ts';

/** What asks for somebody: the rows of the inbox in its order, then what is only rated unsatisfactory. */
export function composeTodo(all: ReportFigures, words: Words): CoverList {
  const { todo, worse } = words.texts;
  const { units, unsatisfactory } = all.needs;
  return {
    table: todoTable(words, words.fill(todo.title, { day: words.day(all.now) })),
    rows: todoRows(all, units, unsatisfactory, words),
    none: todo.none,
    more: worse.more,
  };
}

/** The same rows for AEROs without a page of their own. */
export function composeOthers(all: ReportFigures, words: Words): { table: Table; rows: string[][] } {
  const { units, unsatisfactory, drawn } = all.needs;
  const drawnIds = new Set(drawn.map(({ aero }) => aero));
  const others = units.filter(({ aero_id, first_aero }) => !drawnIds.has(aero_id ?? first_aero ?? 0));
  const unsaid = unsatisfactory.filter(({ aero }) => !drawnIds.has(aero));
  return {
    table: todoTable(words, words.texts.todo.others),
    rows: todoRows(all, others, unsaid, words),
  };
}

function todoTable(words: Words, title: string): Table {
  const { todo, worse } = words.texts;
  return {
    title,
    note: '',
    headers: [worse.aero, worse.fault, todo.act, todo.by],
    widths: [25, 31, 42, 14],
    right: [],
  };
}

function todoRows(
  { needs: { today } }: ReportFigures,
  units: readonly InboxUnit[],
  unsatisfactory: readonly AeroRow[],
  words: Words,
): string[][] {
  const { unsatisfactory: raise } = words.texts.todo;
  return [
    ...units.map((unit) => matterRow(unit, today, words)),
    ...unsatisfactory.map((row) => [words.aero(row), words.served.domain.sami[row.sami], raise, NONE]),
  ];
}

/** Shown where there is nothing to say. */
const NONE = '–';

/** A row of the inbox: whose, what, what next, by when. */
function matterRow(unit: InboxUnit, today: string, words: Words): string[] {
  const { todo } = words.texts;
  const { name, stage, next_act } = presentMatter(unit, words.language, today);
  const finished = stage === 'done' || stage === 'verifying';
  const act = next_act === null ? todo.alert : words.findings.todo(next_act);
  return [
    whose(unit, words),
    name,
    finished ? words.served.work.stage[stage] : act,
    finished ? NONE : by(unit, today, words),
  ];
}

function whose({ size, aero_id, line, position, serial_number }: InboxUnit, words: Words): string {
  const { aeros, boxes, of_line } = words.texts.todo;
  if (size > 1) {
    const what = words.fill(aero_id === null ? boxes : aeros, { count: words.count(size) });
    return line === '' ? what : words.fill(of_line, { what, line });
  }
  return position === null ? serial_number : words.aero({ serial_number, position });
}

function by(unit: InboxUnit, today: string, words: Words): string {
  const { due_on, urgency, severity, aero_id: aero } = unit;
  if (due_on === today && isAtOnce({ urgency, severity, aero })) return words.texts.todo.at_once;
  if (due_on !== null) return words.utcDay(Date.parse(due_on));
  return urgency === 'next_visit' ? words.texts.todo.next_visit : NONE;
}
