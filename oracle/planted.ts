/** A plausible mistake: in `file` the text `from` becomes `to`. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
const ingest = 'server/features/measures/ingest';
const series = 'server/features/measures/series';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a value that comes later is lost',
    file: `${ingest}/write/merge-values.ts`,
    from: 'values[index] = fill[index] = value;',
    to: 'values[index] = value;',
  },
  {
    name: 'a conflict names the two values the wrong way round',
    file: `${ingest}/write/merge-values.ts`,
    from: '[asStored(known), asStored(value)]',
    to: '[asStored(value), asStored(known)]',
  },
  {
    name: 'the latest measure does not get the value',
    file: `${ingest}/write/store-fill.ts`,
    from: `update measure_latest t set \${fills}`,
    to: 'update measure_latest t set time = t.time',
  },
  {
    name: 'rollups do not follow a value that comes later',
    file: `${ingest}/write/store-fill.ts`,
    from: 'select aero_id, day from days order by 1, 2)',
    to: 'select aero_id, day from days where false order by 1, 2)',
  },
  {
    name: 'rules do not hear of a value of the newest measure',
    file: `${ingest}/write/store-fill.ts`,
    from: 'where f.time >= j.judged_until',
    to: 'where f.time > j.judged_until',
  },
  {
    name: 'of measures of one moment in a transaction the first is forgotten',
    file: `${ingest}/write/sort-measures.ts`,
    from: 'first.sent ?? [first.values]',
    to: 'first.sent ?? []',
  },
  {
    name: 'a late measure becomes the latest',
    file: `${ingest}/write/store-insert.ts`,
    from: 'where excluded.time > measure_latest.time',
    to: 'where true',
  },
  {
    name: 'a day is counted by its last message only',
    file: `${ingest}/write/store-insert.ts`,
    from: 'set count = box_day_counts.count + excluded.count',
    to: 'set count = excluded.count',
  },
  {
    name: 'the ledger keeps the last number of values made null',
    file: `${ingest}/write/store-ledger.ts`,
    from: 'nulled = box_ledgers.nulled + excluded.nulled',
    to: 'nulled = excluded.nulled',
  },
  {
    name: 'a day is unpacked one step late',
    file: `${ingest}/write/store-packs.ts`,
    from: 'select p.aero_id, p.day + (u.shift + (u.position - 1) * p.step)',
    to: 'select p.aero_id, p.day + (u.shift + u.position * p.step)',
  },
  {
    name: 'a metric with one value a day is not packed',
    file: 'server/features/measures/packing/store-packing.ts',
    from: `when count(\${m}) > 0 then`,
    to: `when count(\${m}) > 1 then`,
  },
  {
    name: 'a rollup adds equal values once',
    file: `${series}/store-rollups.ts`,
    from: `sum(\${metric}::float8)`,
    to: `sum(distinct \${metric}::float8)`,
  },
  {
    name: 'a curve takes the whole last cell of its span from rollups',
    file: `${series}/store-cells.ts`,
    from: 'Math.floor(span.to / cell) * cell',
    to: 'Math.ceil(span.to / cell) * cell',
  },
  {
    name: 'a day that waits for its rollup is drawn twice',
    file: `${series}/store-cells.ts`,
    from: 'where not exists (select from dirty where dirty.aero_id = q.aero_id',
    to: 'where true or not exists (select from dirty where dirty.aero_id = q.aero_id',
  },
  {
    name: 'the first day of a span is counted whole',
    file: 'server/features/measures/store-counts.ts',
    from: 'const first = Math.ceil(from / DAY) * DAY;',
    to: 'const first = Math.floor(from / DAY) * DAY;',
  },
  {
    name: 'a page begins after all measures of the moment the last one ended at',
    file: 'server/features/measures/store-measures.ts',
    from: `\`(m.time, m.aero_id) \${sql.raw(descending ? '<' : '>')} (\${at(after.time)}, \${after.aero})\``,
    to: `\`m.time \${sql.raw(descending ? '<' : '>')} \${at(after.time)}\``,
  },
  {
    name: 'buckets of a file stand in the order of time when the other was asked for',
    file: 'server/features/measures/export/export-rows.ts',
    from: '(descending ? shown.reverse() : shown)',
    to: 'shown',
  },
  {
    name: 'clocks never change within a day of a file',
    file: 'server/platform/tables/local-time.ts',
    from: 'quiet = zoneOffset((day + 1) * DAY, zone) === offset;',
    to: 'quiet = true;',
  },
  {
    name: 'a finding does not see the newest measure',
    file: 'domain/faults/shared/days/samples.ts',
    from: 'time[to - 1]! > until',
    to: 'time[to - 1]! >= until',
  },
  {
    name: 'a window that is just full is not judged',
    file: 'domain/alerting/fold.ts',
    from: 'firstTime <= point.time - one.period',
    to: 'firstTime < point.time - one.period',
  },
  {
    name: 'an alert that goes on stays cleared',
    file: 'domain/alerting/fold.ts',
    from: "if (effect.type !== 'touch') change.clearedAt = null;",
    to: "if (effect.type === 'open') change.clearedAt = null;",
  },
  {
    name: 'a share that is just reached does not count',
    file: 'domain/alerting/window.ts',
    from: 'aggregate.satisfying * 100 >= ',
    to: 'aggregate.satisfying * 100 > ',
  },
  {
    name: 'what fires ends although it has not come to where it recovers',
    file: 'domain/alerting/episode.ts',
    from: 'if (satisfied || keeps === true) {',
    to: 'if (satisfied) {',
  },
  {
    name: 'firing ends at once although it shall hold',
    file: 'domain/alerting/episode.ts',
    from: 'if (at - untrueSince < holdClear) return { episode: { ...episode, untrueSince }, effects: [] };',
    to: '',
  },
  {
    name: 'the change that is too many does not flap',
    file: 'domain/alerting/episode.ts',
    from: 'changes.length <= MAX_CHANGES)',
    to: 'changes.length <= MAX_CHANGES + 1)',
  },
  {
    name: 'a day of rest does not end flapping',
    file: 'domain/alerting/episode.ts',
    from: 'before.flapping === true && at -',
    to: 'before.flapping === undefined && at -',
  },
  {
    name: 'joined conditions hold as soon as one does',
    file: 'domain/alerting/fold.ts',
    from: 'group.every(({ episode }) => episode.holds === true)',
    to: 'group.some(({ episode }) => episode.holds === true)',
  },
  {
    name: 'a live measure goes to the end of its curve',
    file: 'web/entities/curves/append.ts',
    from: 'while (place > 0 && grown.time[place - 1]! > at) place--;',
    to: '',
  },
];
