import { InboxList } from '../../entities/inbox/inbox-list.tsx';
import { InboxTabs } from '../../entities/inbox/inbox-tabs.tsx';
import type { InboxRow, Matter, MatterActs } from '../../entities/inbox/matter.ts';
import { MatterLine } from '../../entities/inbox/matter-line.tsx';
import { MatterStage } from '../../entities/inbox/matter-stage.tsx';
import { Checklist } from '../../screens/work-order/checklist.tsx';
import { SHOWN } from './entity-samples.ts';
import type { Part } from './part.ts';
import { NAMES } from './samples.ts';
import { at, sampleOrder } from './screen-samples.ts';

const nothing = (): void => {};
const ACTS: MatterActs = { busy: false, accept: nothing, takeOver: nothing, join: nothing, ask: nothing };

const matter = (id: number, more: Partial<Matter>): Matter => ({
  id,
  updated_at: at(0),
  client: 1,
  box: SHOWN.full,
  aero: id,
  kind: 'seized',
  name: NAMES[0],
  rule: null,
  source: 'finding',
  stage: 'proposed',
  severity: 'high',
  urgency: 'now',
  due_on: at(0).slice(0, 10),
  due_by: null,
  after_deadline: false,
  overdue: false,
  due_today: true,
  since: at(-3),
  confidence: 0.94,
  next_act: 'free_ram',
  assignee: null,
  assignee_name: null,
  curve: { aero: SHOWN.full, metric: 'stroke', level: { value: 400, code: 'held' } },
  alerts: 0,
  waits_for: null,
  returned: null,
  repair: null,
  place: {
    serial_number: `AW-${id}`,
    position: 1,
    line: '830000',
    track_number: 'V1',
    kilometer_point: 105.129,
    pole: '105-4',
  },
  ...more,
});
const alone = (id: number, more: Partial<Matter>): InboxRow => ({ matter: matter(id, more), group: null });
/**
 * Proposed and returned, open and late, to be confirmed, with a long name and unassigned, and three alike.
 */
const ROWS: readonly InboxRow[] = [
  alone(1, { returned: 'worse', waits_for: { user: 1, name: NAMES[2], since: null, escalated: true } }),
  alone(2, { stage: 'open', overdue: true, due_today: false, assignee: 1, assignee_name: NAMES[1] }),
  alone(3, { stage: 'done', repair: 'not_proven', severity: 'low', curve: null, since: null }),
  alone(4, { stage: 'open', name: NAMES[2], severity: 'medium', after_deadline: true, next_act: null }),
  { matter: matter(5, {}), group: { count: 3, ids: [5, 6, 7], line: NAMES[2] } },
];

const LINES = [
  { code: 'isolation', text: NAMES[1], done: true, note: '' },
  { code: null, text: NAMES[2], done: false, note: '' },
  { code: null, text: NAMES[0], done: true, note: '431 mm' },
] as ReturnType<typeof sampleOrder>['checklist'];

const LINKS = [
  { id: 1, name: NAMES[0], stage: 'proposed', assignee: null, assignee_name: null },
  { id: 2, name: NAMES[2], stage: 'verifying', assignee: 1, assignee_name: NAMES[1] },
  { id: 3, name: NAMES[1], stage: 'dismissed', assignee: null, assignee_name: null },
] as const;

/** The inbox, and the tasks of an order. */
export const MORNING_PARTS: readonly Part[] = [
  {
    name: 'inbox: InboxTabs, InboxList: a row of each stage, late, without a curve; several alike',
    show: () => (
      <>
        <InboxTabs tab="mine" counts={{ mine: 2, unassigned: 29, all: 31 }} onTab={nothing} />
        <InboxList rows={ROWS} acts={ACTS} label={NAMES[0]} />
      </>
    ),
  },
  {
    name: 'matter of an alert: MatterLine, MatterStage: proposed, verifying, dismissed',
    show: () =>
      LINKS.map((matter) => (
        <div key={matter.id}>
          <MatterLine matter={matter} />
          <MatterStage matter={matter} owner />
        </div>
      )),
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
