/** What ten people at once wait for, in fleets of 60 to 10,000 boxes of two AEROs (50,000 with --full). */
import { buildClient } from '../../testing/store-builders.ts';
import { fillAlerts, fillFleet } from '../../testing/store-fleet.ts';
import { fillDay } from '../../testing/store-fleet-day.ts';
import { exponent, median, timeRuns } from '../lib/figures.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage } from '../lib/stage.ts';

const PEOPLE = 10;
const TIMES = 7;

/** What is read, and how many times that of the smallest fleet it may take in the largest. */
const READS: readonly { what: string; path: string; most: number }[] = [
  { what: 'dashboard', path: '/dashboard/', most: 3 },
  { what: 'morning', path: '/morning/', most: 3 },
  { what: 'search, a serial number', path: '/search/?q=F60-000017', most: 3 },
  { what: 'search, nothing found', path: '/search/?q=nowhere', most: 3 },
  { what: 'search, a place', path: '/search/?q=PK%2064', most: 3 },
  { what: 'supervisors, as the console asks', path: '/supervisors/?most_aeros=500', most: 3 },
  { what: 'supervisors, with every AERO', path: '/supervisors/', most: 3 },
  { what: 'forecast, the week', path: '/forecast/week/', most: 4 },
  { what: 'forecast, peaks', path: '/forecast/peaks/', most: 4 },
];

export const fleet: Row = {
  name: 'fleet',
  run: ({ full }) =>
    onStage(async ({ db, launch, user }) => {
      const sizes = full ? [60, 2000, 10_000, 50_000] : [60, 2000, 10_000];
      const client = (await buildClient(db)).id;
      const { id: supervisor } = await db
        .insertInto('supervisors')
        .values({ name: 'cold', client_id: client })
        .returning('id')
        .executeTakeFirstOrThrow();
      const server = await launch({ ROLES: 'web' });
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, () => user(server.url, { client, level: 'member' })),
      );
      const found = new Map(READS.map(({ what }) => [what, [] as number[]]));
      let filled = 0;
      for (const size of sizes) {
        const own = await fillFleet(db, size - filled, { client, prefix: `F${size}` });
        filled = size;
        await fillDay(db, own, client);
        const rung = own.aeros.filter((aero) => aero % 100 === 20);
        await fillAlerts(db, rung, { client, supervisor });
        for (let at = 0; at < own.aeros.length; at += 10_000)
          await db
            .insertInto('supervisor_aeros')
            .values(
              own.aeros.slice(at, at + 10_000).map((aero_id) => ({ supervisor_id: supervisor, aero_id })),
            )
            .execute();
        for (const { what, path } of READS) {
          const all = () =>
            Promise.all(
              people.map(async ({ api }) => {
                const { status, text } = await api.get(path);
                if (status !== 200) throw new Error(`${what}: ${text.slice(0, 300)}`);
              }),
            );
          found.get(what)!.push(median(await timeRuns(TIMES, all, 2)));
        }
      }
      return READS.map(({ what, most }): Finding => {
        const values = found.get(what)!;
        const ratio = values.at(-1)! / values[0]!;
        return {
          what: `fleet: ${what}, ten people at once, ${sizes.join(', ')} boxes`,
          value: values.at(-1)!,
          unit: 'ms',
          reference: values[0]!,
          referenceIs: `${sizes[0]} boxes`,
          ratio,
          target: `≤ ${most} × of ${sizes[0]} boxes`,
          verdict: judged(ratio <= most),
          growth: { sizes, values, exponent: exponent(sizes, values) },
        };
      });
    }),
};
