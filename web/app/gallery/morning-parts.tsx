import type { Query } from '../../lib/query/use-query.ts';
import { Morning } from '../../screens/dashboard/morning/morning.tsx';
import type { MorningAnswer, MorningRow } from '../../screens/dashboard/morning/morning-types.ts';
import { Checklist } from '../../screens/work-order/checklist.tsx';
import { SHOWN } from './entity-samples.ts';
import type { Part } from './part.ts';
import { FAILURES, NAMES } from './samples.ts';
import { at, sampleOrder } from './screen-samples.ts';

const nothing = (): void => {};

const row = (aero: number, more: Partial<MorningRow>): MorningRow => ({
  aero,
  box: SHOWN.full,
  client: null,
  serial_number: `AW-${aero}`,
  position: 1,
  line: '830000',
  track: 'V1',
  pole: '105-4',
  kilometer_point: 105.129,
  sami: 'unsatisfactory',
  reason: 'finding',
  reasons: ['finding'],
  since: at(-3),
  verdict: 'bad',
  fault: 'seized',
  confidence: 0.94,
  act: null,
  act_by: null,
  alerts: 0,
  alert: null,
  alert_metric: null,
  last_send: at(0),
  work_order: null,
  due_on: null,
  chance: null,
  chance_day: null,
  chance_side: null,
  ...more,
});
/** A row of each reason; the first speaks against its SAMI, the second has no date, the third has an order. */
const ROWS: readonly MorningRow[] = [
  row(1, {
    sami: 'satisfactory',
    reasons: ['finding', 'alert'],
    alerts: 2,
    alert: 1,
    alert_metric: 'stroke',
  }),
  row(2, { since: null, pole: NAMES[2] }),
  row(3, { work_order: 1, due_on: '2099-01-01' }),
  row(4, {
    reason: 'work_order',
    reasons: ['work_order'],
    work_order: 1,
    due_on: '2020-01-01',
    verdict: 'good',
  }),
  row(5, {
    reason: 'alert',
    reasons: ['alert'],
    alerts: 1,
    alert: 1,
    alert_metric: 'pressure',
    verdict: 'good',
  }),
  row(6, { reason: 'silent', reasons: ['silent'], last_send: at(-9), since: at(-9), verdict: null }),
  row(7, {
    reason: 'forecast',
    reasons: ['forecast'],
    chance: 0.62,
    chance_day: at(2).slice(0, 10),
    chance_side: 'cold',
    verdict: 'good',
  }),
  row(8, { reason: 'unsatisfactory', reasons: ['unsatisfactory'], verdict: null }),
];
const read = (more: Partial<Query<MorningAnswer>>): Query<MorningAnswer> => ({
  data: undefined,
  failure: undefined,
  isLoading: false,
  isFetching: false,
  refetch: nothing,
  fulfilledAt: undefined,
  ...more,
});
const of = (results: readonly MorningRow[], count: number): MorningAnswer =>
  ({ count, results: [...results] }) as MorningAnswer;

const LINES = [
  { code: 'isolation', text: NAMES[1], done: true, note: '' },
  { code: null, text: NAMES[2], done: false, note: '' },
  { code: null, text: NAMES[0], done: true, note: '431 mm' },
] as ReturnType<typeof sampleOrder>['checklist'];

/** The list of the morning, and the tasks of an order. */
export const MORNING_PARTS: readonly Part[] = [
  {
    name: 'dashboard: Morning: a row of each reason and more; none, loading, failed',
    show: () => (
      <>
        <Morning read={read({ data: of(ROWS, ROWS.length + 4) })} />
        <Morning read={read({ data: of([], 0) })} />
        <Morning read={read({ isLoading: true })} />
        <Morning read={read({ failure: FAILURES[0]! })} />
      </>
    ),
  },
  {
    name: 'work order: Checklist: to be ticked, closed',
    show: () => (
      <>
        {(['open', 'done'] as const).map((state) => (
          <Checklist
            key={state}
            order={sampleOrder(9, { state, checklist: LINES })}
            edits
            onEdit={() => Promise.resolve(true)}
          />
        ))}
      </>
    ),
  },
];
