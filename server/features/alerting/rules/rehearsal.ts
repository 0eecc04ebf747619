import type { supervisorsRehearse } from '@aerowatch/contracts/api/supervisors';
import type { BodyOf, ResponseOf } from '@aerowatch/contracts/endpoint';
import { CONDITION_METRICS, type Condition } from '@aerowatch/domain/alerting/condition';
import { windowStart } from '@aerowatch/domain/alerting/fold';
import { type RehearsedAlert, rehearse } from '@aerowatch/domain/alerting/rehearse';
import type { Db } from '../../../platform/database/db.ts';
import { BadRequest, PayloadTooLarge } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { countPoints, loadPoints, type Span } from '../../measures/store-points.ts';
import { definitionOf } from './condition-errors.ts';
import { mergeByTime, pastMoments } from './past-moments.ts';
import { checkSupervisor } from './service.ts';
import { aerosOver, type PastAero, type PastSilence, silencesOver } from './store-rehearsal.ts';

type Answer = ResponseOf<typeof supervisorsRehearse>;

const LONGEST_DAYS = 400;
const MAX_POINTS = 5_000_000;
const MAX_ALERTS = 5000;
/** AEROs read at a time, which limits the memory. */
const CHUNK = 4;

/** What a supervisor would have opened over past data, by the functions that also judge live. */
export async function rehearseSupervisor(
  db: Db,
  viewer: Viewer,
  { supervisor, from: first, to: last }: BodyOf<typeof supervisorsRehearse>,
): Promise<Answer> {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  if (to <= from) throw new BadRequest({ to: ['after_from'] });
  if (to - from > LONGEST_DAYS * 86_400_000)
    throw new BadRequest({ to: [`period_too_long|${LONGEST_DAYS}`] });
  const { aeros: ids } = await withinSupervisor(() => checkSupervisor(db, viewer, supervisor));
  const conditions = supervisor.conditions.map(definitionOf);
  const joined = supervisor.joined && conditions.length > 1;

  const aeros = await aerosOver(db, ids, { from: new Date(from), to: new Date(to) });
  const silences = Map.groupBy(
    await silencesOver(db, ids, { from: new Date(from), to: new Date(to) }),
    ({ aero }) => aero,
  );
  const spans = aeros.map(
    ({ aero }): Span => ({ aero, after: windowStart(conditions, from) - 1, until: to }),
  );
  if ((await countPoints(db, spans, MAX_POINTS + 1)) > MAX_POINTS)
    throw new PayloadTooLarge('rehearsal_too_large');

  const alerts: (RehearsedAlert & { box: number })[] = [];
  const tally = conditions.map((_, condition) => ({ condition, count: 0, aeros: 0, not_judged_aeros: 0 }));
  for (let start = 0; start < aeros.length; start += CHUNK) {
    const chunk = aeros.slice(start, start + CHUNK);
    for (const result of await rehearseChunk(
      db,
      chunk,
      spans.slice(start, start + CHUNK),
      { conditions, joined },
      from,
      to,
    )) {
      const heard = result.alerts.filter((alert) => !isSilent(alert, silences.get(alert.aero) ?? []));
      alerts.push(...heard);
      tally.forEach((one, i) => {
        const count = heard.filter((alert) => alert.condition === i).length;
        one.count += count;
        if (count > 0) one.aeros++;
        if (!result.judged[i]) one.not_judged_aeros++;
      });
    }
  }
  alerts.sort((a, b) => b.openedAt - a.openedAt || a.aero - b.aero || a.condition - b.condition);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    count: alerts.length,
    alerts: alerts.slice(0, MAX_ALERTS).map(present),
    truncated: alerts.length > MAX_ALERTS,
    by_condition: tally,
  };
}

/** Whether an alert began and ended within one silence: nobody would have been notified. */
function isSilent({ openedAt, clearedAt }: RehearsedAlert, silences: readonly PastSilence[]): boolean {
  return silences.some(
    ({ from, to }) => from <= openedAt && openedAt < to && clearedAt !== null && clearedAt <= to,
  );
}

/** Errors of a supervisor's fields are reported at the fields where they were sent. */
async function withinSupervisor<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof BadRequest ? new BadRequest({ supervisor: error.fields }) : error;
  }
}

async function rehearseChunk(
  db: Db,
  aeros: readonly PastAero[],
  spans: readonly Span[],
  { conditions, joined }: { conditions: readonly Condition[]; joined: boolean },
  from: number,
  to: number,
) {
  const metrics = conditions.flatMap(({ metric }) => CONDITION_METRICS[metric].reads);
  const points = await loadPoints(db, spans, metrics);
  const moments = await pastMoments(db, aeros, conditions, points, { from, to, joined });
  return aeros.map(({ aero, box, sami, samiSet }) => {
    const own = points.get(aero)!;
    const all = mergeByTime(own.points, moments.get(aero) ?? []);
    // The datapoint at `from` itself is judged too.
    const result = rehearse(
      conditions,
      { aero, sami, samiSet, points: all, firstTime: own.firstTime },
      from - 1,
      to,
      joined,
    );
    return {
      alerts: result.alerts.map((alert) => ({ ...alert, box })),
      judged: result.verdicts.map((verdict) => verdict.judged > 0),
    };
  });
}

function present(alert: RehearsedAlert & { box: number }): Answer['alerts'][number] {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    condition: alert.condition,
    aero: alert.aero,
    box: alert.box,
    opened_at: iso(alert.openedAt),
    value: alert.value,
    last_value: alert.lastValue,
    last_at: iso(alert.lastAt),
    cleared_at: alert.clearedAt === null ? null : iso(alert.clearedAt),
    occurrences: alert.occurrences,
    actions: alert.actedAt.length,
    flapping: alert.flapping,
  };
}
