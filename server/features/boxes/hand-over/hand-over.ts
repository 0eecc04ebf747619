import type { HandOver } from '@aerowatch/contracts/api/boxes';

/** A table of people's texts about a box, and whether its rows are found by the box or by its AEROs. */
interface Chosen {
  readonly handedOver: HandOver;
  readonly by: 'box_id' | 'aero_id';
  /**
   * Columns that refer to rows which may be gone when a row is restored: they become null, or the row is not
   * restored.
   */
  readonly names: Readonly<
    Record<string, 'users' | 'aeros' | 'supervisors' | 'alerts' | 'configuration_changes'>
  >;
  readonly required?: readonly string[];
  /** Rows that the box itself still needs: they stay with it, without the person's name. */
  readonly needed?: string;
}

/**
 * Every table with rows of a box or its AEROs, and what happens to them when the box moves to another client.
 * `facts`: measures and values computed from them, and the state of the hardware: they move with the box.
 * `client`: each row belongs to a client, and stays with it. `left`: belongs to the old client, and is
 * removed. For all others a person chooses; rows not chosen stay behind.
 */
export const ON_A_BOX: Readonly<Record<string, 'facts' | 'client' | 'left' | Chosen>> = {
  aeros: 'facts',
  box_ledgers: 'facts',
  box_day_counts: 'facts',
  set_aside: 'facts',
  set_aside_days: 'facts',
  measures: 'facts',
  measure_packs: 'facts',
  measure_latest: 'facts',
  measure_days: 'facts',
  measure_quarters: 'facts',
  measure_dirty_days: 'facts',
  measure_archived_months: 'facts',
  aero_due: 'facts',
  aero_judging: 'facts',
  aero_standings: 'facts',
  forecast_changes: 'facts',
  box_words: 'facts',
  diagnostics: 'facts',
  diagnostics_asked: 'facts',
  diagnoses_due: 'facts',
  diagnosis_changes: 'facts',
  diagnosis_days: 'facts',
  diagnosis_due: 'facts',
  diagnosis_judging: 'facts',
  work_answers: 'facts',
  stroke_lines: 'facts',
  forecasts: 'facts',
  forecast_days: 'facts',
  weather_nights: 'facts',
  forecast_weeks: 'facts',
  forecast_months: 'facts',
  forecast_due: 'facts',
  forecast_judging: 'facts',
  box_silences: 'facts',
  supervisor_scope_due: 'facts',
  matters_due: 'facts',
  former_serial_numbers: 'facts',
  box_hardware: 'facts',
  waiting_boxes: 'facts',
  box_left_behind: 'client',
  alerts: 'client',
  work_orders: 'client',
  box_links: 'client',
  silence_boxes: 'client',
  rollout_boxes: 'client',
  box_tags: 'left',
  supervisor_aeros: 'left',
  episodes: 'left',
  notes: {
    handedOver: 'notes',
    by: 'box_id',
    names: { user_id: 'users', aero_id: 'aeros' },
  },
  box_configurations: {
    handedOver: 'configuration',
    by: 'box_id',
    names: { user_id: 'users' },
    needed: 'version = (select desired_version from boxes where id = t.box_id)',
  },
  configuration_change_boxes: {
    handedOver: 'configuration',
    by: 'box_id',
    names: { change_id: 'configuration_changes' },
    required: ['change_id'],
  },
  commands: {
    handedOver: 'configuration',
    by: 'box_id',
    names: { user_id: 'users' },
    needed: "state in ('asked', 'waiting')",
  },
  sami_history: {
    handedOver: 'sami',
    by: 'aero_id',
    names: { user_id: 'users', supervisor_id: 'supervisors', alert_id: 'alerts' },
  },
};

/** The tables whose rows a person may choose to hand over. */
export const CHOSEN = Object.entries(ON_A_BOX).flatMap(([table, what]) =>
  typeof what === 'string' ? [] : [{ table, ...what }],
);
