/** States of a work order that people accepted. */
export const WORK_STATES = ['open', 'planned', 'done', 'cancelled'] as const;
export type WorkState = (typeof WORK_STATES)[number];
/**
 * States of a matter: a proposal by the console is a work order too, until somebody accepts or dismisses it.
 */
export const MATTER_STATES = ['proposed', ...WORK_STATES, 'dismissed'] as const;
export type MatterState = (typeof MATTER_STATES)[number];
/** States in which the work is still to be done: at most one such order per AERO and kind. */
export const OPEN_WORK_STATES = ['open', 'planned'] as const satisfies readonly WorkState[];
export const isOpenWork = (state: MatterState): boolean =>
  (OPEN_WORK_STATES as readonly MatterState[]).includes(state);

/** Allowed transitions of an order. People cannot reopen finished work; only measures do. */
const NEXT: Readonly<Record<MatterState, readonly MatterState[]>> = {
  proposed: ['open', 'planned', 'dismissed'],
  open: ['planned', 'done', 'cancelled'],
  planned: ['open', 'done', 'cancelled'],
  done: [],
  cancelled: ['open'],
  dismissed: ['open', 'planned'],
};
export const mayBecome = (from: MatterState, to: MatterState): boolean =>
  from === to || NEXT[from].includes(to);

/**
 * Proof of a finished order: `verifying` while measures may still prove it, `word` where they cannot and a
 * person is asked, then `proven` by measures or `confirmed` by a person.
 */
export const PROOFS = ['verifying', 'word', 'proven', 'confirmed'] as const;
export type Proof = (typeof PROOFS)[number];

/** All stages of a matter. Older API clients know its three last stages only as `done`. */
export const WORK_STAGES = [
  'proposed',
  'open',
  'planned',
  'done',
  'verifying',
  'closed',
  'dismissed',
  'cancelled',
] as const;
export type WorkStage = (typeof WORK_STAGES)[number];

/** The stage of an order; one finished before repairs were verified counts as closed. */
export function stageOf(state: MatterState, proof: Proof | null): WorkStage {
  if (state !== 'done') return state;
  if (proof === 'verifying') return 'verifying';
  return proof === 'word' ? 'done' : 'closed';
}

/** Stages that need somebody to act: the inbox. */
export const INBOX_STAGES = ['proposed', 'open', 'planned', 'done'] as const satisfies readonly WorkStage[];

/** Why a proposal is dismissed. */
export const DISMISSAL_REASONS = ['known', 'planned_elsewhere', 'not_believed'] as const;
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];

/** Events in the history of a matter. */
export const MATTER_EVENTS = [
  'proposed',
  'accepted',
  'dismissed',
  'returned',
  'gone',
  'assigned',
  'planned',
  'unplanned',
  'due',
  'done',
  'cancelled',
  'reopened',
  'proven',
  'not_proven',
  'asked',
  'confirmed',
  'denied',
  'joined',
  'silenced',
  'created',
  'on_duty',
  'escalated',
  'unanswered',
] as const;
export type MatterEvent = (typeof MATTER_EVENTS)[number];

/** What an order was created from. */
export const WORK_SOURCES = ['finding', 'alert', 'forecast', 'box', 'manual'] as const;
export type WorkSource = (typeof WORK_SOURCES)[number];

export const WORK_SEVERITIES = ['low', 'medium', 'high'] as const;
export type WorkSeverity = (typeof WORK_SEVERITIES)[number];

/** What was done on the pole, and whether earlier measures then no longer apply. */
export const WORK_ACTS = {
  re_gassed: { resets: true },
  stroke_reset: { resets: true },
  freed: { resets: true },
  sensor_replaced: { resets: true },
  battery_replaced: { resets: false },
  panel_cleaned: { resets: false },
  box_replaced: { resets: true },
  other: { resets: false },
} as const satisfies Record<string, { readonly resets: boolean }>;
export type WorkAct = keyof typeof WORK_ACTS;
export const WORK_ACT_KEYS = Object.keys(WORK_ACTS) as [WorkAct, ...WorkAct[]];
/** Whether diagnoses must restart after these acts. */
export const asksForReset = (acts: readonly WorkAct[]): boolean => acts.some((act) => WORK_ACTS[act].resets);

/** Whether what the order named was found. */
export const WORK_VERDICTS = ['found', 'not_found', 'other_cause'] as const;
export type WorkVerdict = (typeof WORK_VERDICTS)[number];
