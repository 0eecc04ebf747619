/** Cost of checking a hundred alerts against all silences of a client, with a growing number of them. */
import { findSilences } from '@aerowatch/server/features/alerting/judging/silence/store-silenced';
import type { Db } from '@aerowatch/server/platform/database/db';
import { transaction } from '@aerowatch/server/platform/database/db';
import { sql } from 'kysely';
import { exponent, quantile, timeOf } from '../lib/figures.ts';
import { judged, ROOT, type Row } from '../lib/row.ts';
import { onStage } from '../lib/stage.ts';
import { fillBoxes } from '../lib/store-fill.ts';

const SIZES = [1000, 10_000, 100_000] as const;
const ALERTS = 100;
const ROUNDS = 20;
const LIMIT = 20;

export const silences: Row = {
  name: 'silences',
  run: () =>
    onStage(async (stage) => {
      const { db } = stage;
      const client = (
        await sql<{ id: number }>`insert into clients (name) values ('Bench') returning id`.execute(db)
      ).rows[0]!.id;
      const boxes = await fillBoxes(db, 5000, { client });
      await sql`insert into tags (name, color, client_id) select 'T' || g, '#112233', ${client} from generate_series(1, 200) g`.execute(
        db,
      );
      await sql`insert into box_tags (box_id, tag_id)
        select b.id, t.id from boxes b join tags t on t.id % 200 = b.id % 200 on conflict do nothing`.execute(
        db,
      );
      const aeros = Array.from({ length: ALERTS }, (_, i) => boxes[(i * 47) % boxes.length]!.aeros[0]);
      const values: number[] = [];
      let had = 0;
      for (const size of SIZES) {
        await fill(db, client, size - had);
        had = size;
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          times.push(await timeOf(() => transaction(db, (trx) => findSilences(trx, outcomesOf(aeros)))));
        values.push(quantile(times, 0.5));
      }
      const grown = exponent([...SIZES], values);
      return [
        {
          what: `silences: ${ALERTS} alerts held against ${SIZES.at(-1)} silences of their client`,
          value: values.at(-1)!,
          unit: 'ms',
          target: `< ${LIMIT} ms, exponent < ${ROOT}`,
          verdict: judged(values.at(-1)! < LIMIT && grown < ROOT),
          growth: { sizes: [...SIZES], values, exponent: grown },
          note: 'three of five of boxes, one of tags, one of stretches of a line',
        },
      ];
    }),
};

/** Alerts that open now. */
const outcomesOf = (aeros: readonly number[]) =>
  aeros.map((id) => ({ aero: { id }, change: { opened: { at: Date.now() } }, acts: [], flaps: [] }) as never);

/** One-day silences in force now: of a box, of a tag, of a kilometre of a line. */
async function fill(db: Db, client: number, count: number): Promise<void> {
  await sql`
    with made as (
      insert into silences (client_id, scope, tag_id, line, from_km, to_km, starts_at, ends_at, time_zone, reason)
      select ${client}, case when g % 5 < 3 then 'boxes' when g % 5 = 3 then 'tag' else 'line' end,
        case when g % 5 = 3 then (select min(id) from tags) + g % 200 end, case when g % 5 = 4 then (830000 + g % 40)::text end,
        case when g % 5 = 4 then g % 900 end, case when g % 5 = 4 then g % 900 + 1 end,
        now() - interval '1 hour', now() + interval '1 day', 'UTC', 'Works'
      from generate_series(1, ${count}::int) g returning id, scope, tag_id, line, from_km, to_km, starts_at, ends_at),
    boxed as (insert into silence_boxes (silence_id, box_id)
      select m.id, b.first + m.id % 5000 from made m, (select min(id) as first from boxes) b where m.scope = 'boxes')
    insert into silence_windows (silence_id, client_id, tag_id, line, from_km, to_km, starts_at, ends_at)
    select id, ${client}, tag_id, line, from_km, to_km, starts_at, ends_at from made`.execute(db);
  await sql`vacuum analyze silences, silence_boxes, silence_windows`.execute(db);
}
