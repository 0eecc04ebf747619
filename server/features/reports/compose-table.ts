import type { Fault } from '@aerowatch/domain/faults/list';
import { SAMI_LETTERS } from '@aerowatch/domain/sami';
import { formatKilometerPoint } from '@aerowatch/domain/units';
import type { ReportFigures } from './gather.ts';
import type { Table } from './sheets.ts';
import type { Words } from './words.ts';

export function composeTable({ texts }: Words): Table {
  const { all } = texts;
  return {
    title: all.title,
    note: all.note,
    headers: [
      all.box,
      all.aero,
      all.line,
      all.track,
      all.kilometer_point,
      all.sami,
      all.fault,
      all.alerts,
      all.orders,
      all.availability,
    ],
    widths: [19, 8, 30, 8, 12, 9, 20, 9, 9, 10],
    right: [7, 8, 9],
  };
}

/** A line for every AERO, ordered along the lines. */
export function composeRows(all: ReportFigures, words: Words): string[][] {
  const shares = new Map(
    all.availability.boxes.map(({ box, days, sent }) => [box, days === 0 ? null : sent / days]),
  );
  return all.rows.map((row) => {
    const fault = all.standing.get(row.aero)?.fault ?? null;
    const [before, now] = [SAMI_LETTERS[row.sami_before], SAMI_LETTERS[row.sami]];
    return [
      row.serial_number,
      String(row.position),
      row.line,
      row.track,
      row.kilometer_point === null ? '' : formatKilometerPoint(row.kilometer_point),
      before === now ? now : `${before} → ${now}`,
      fault === null ? '' : words.findings.cause(fault as Fault),
      row.alerts === 0 ? '' : words.count(row.alerts),
      row.open_orders === 0 ? '' : words.count(row.open_orders),
      words.share(shares.get(row.box) ?? null),
    ];
  });
}
