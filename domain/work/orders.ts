/** States of a work order. */
export const WORK_STATES = ['open', 'planned', 'done', 'cancelled'] as const;
export type WorkState = (typeof WORK_STATES)[number];
/** States in which the work is still to be done: one order of these per AERO and kind. */
export const OPEN_WORK_STATES = ['open', 'planned'] as const satisfies readonly WorkState[];
export const isOpenWork = (state: WorkState): boolean =>
  (OPEN_WORK_STATES as readonly WorkState[]).includes(state);

/** Where an order may go from each state. What is done stays done: its effects are not undone by a click. */
const NEXT: Readonly<Record<WorkState, readonly WorkState[]>> = {
  open: ['planned', 'done', 'cancelled'],
  planned: ['open', 'done', 'cancelled'],
  done: [],
  cancelled: ['open'],
};
export const mayBecome = (from: WorkState, to: WorkState): boolean => from === to || NEXT[from].includes(to);

/** What an order was made from. */
export const WORK_SOURCES = ['finding', 'alert', 'forecast', 'box', 'manual'] as const;
export type WorkSource = (typeof WORK_SOURCES)[number];

export const WORK_SEVERITIES = ['low', 'medium', 'high'] as const;
export type WorkSeverity = (typeof WORK_SEVERITIES)[number];

/** What was done on the pole, and whether what came before says nothing of what comes after. */
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
/** Whether diagnoses have to begin anew after these acts. */
export const asksForReset = (acts: readonly WorkAct[]): boolean => acts.some((act) => WORK_ACTS[act].resets);

/** What was found of what the order said. */
export const WORK_VERDICTS = ['found', 'not_found', 'other_cause'] as const;
export type WorkVerdict = (typeof WORK_VERDICTS)[number];
