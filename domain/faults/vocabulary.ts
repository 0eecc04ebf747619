/** The vocabulary of a diagnosis, as codes: each has its text in i18n/en/diagnostics and i18n/fr/diagnostics. */

/** Harmless causes that look like a fault. */
export const NO_FAULTS = ['weather', 'sun_on_wire', 'trains', 'work_done', 'season', 'early_creep'] as const;
/** Evidence that rules a cause out. */
export const RULED_OUT_BY = [
  'twin_differs',
  'twin_same',
  'neighbours_differ',
  'neighbours_same',
  'fixed_volume',
  'gas_follows',
  'gas_stays',
  'gas_falls',
  'ram_moves',
  'ram_still',
  'stroke_stays',
  'stroke_follows',
  'pressure_stays',
  'temperature_stays',
  'too_warm',
  'nights_too',
  'days_only',
  'both_sides',
  'one_side',
  'some_hours',
  'came_at_once',
  'came_slowly',
  'stays',
  'passes',
  'values_vary',
  'loop_wide',
  'loop_same',
  'light_normal',
  'light_less',
  'charge_normal',
  'level_normal',
  'length_fits',
  'no_work_noted',
] as const;
export type RuledOutBy = (typeof RULED_OUT_BY)[number];

/** Checks that distinguish two causes. */
export const TELLS = [
  'more_days',
  'cold_nights',
  'warm_days',
  'ten_degrees',
  'read_gauge',
  'measure_stroke',
  'measure_temperature',
  'measure_battery',
  'look_at_wire',
  'look_at_panel',
  'look_at_ram',
  'check_length',
  'compare_twin',
  'compare_neighbours',
  'log_oftener',
  'ask_who_worked',
  'tap_connectors',
] as const;
export type Tell = (typeof TELLS)[number];

/** What would change the verdict. */
export const WOULD_CHANGE = [
  'moves_again',
  'gas_stays',
  'gas_back',
  'stands_as_expected',
  'stands_still',
  'loop_narrows',
  'both_sides_again',
  'thaw',
  'room_again',
  'length_entered',
  'values_vary_again',
  'reading_steady',
  'step_entered',
  'shade_on_sensor',
  'no_outliers',
  'cables_exchanged',
  'battery_holds',
  'charges_better',
  'draws_less',
  'light_back',
  'measures_again',
  'newer_firmware',
  'usual_again',
  'more_days',
] as const;
export type WouldChange = (typeof WOULD_CHANGE)[number];

/** What to do. */
export const ACTS = [
  'free_ram',
  'look_at_guides',
  'watch_friction',
  'find_leak',
  'stop_leak',
  'look_at_wire_now',
  'look_at_anchor',
  'set_again',
  'clear_ice',
  'give_room',
  'check_length',
  'go_and_look',
  'replace_stroke_sensor',
  'replace_pressure_sensor',
  'replace_temperature_sensor',
  'calibrate_stroke_sensor',
  'calibrate_pressure_sensor',
  'move_temperature_sensor',
  'check_connectors',
  'exchange_cables',
  'charge_battery',
  'check_charging',
  'replace_battery',
  'find_drain',
  'clean_panel',
  'clear_shade',
  'log_oftener',
  'look_at_curves',
  'repeat_update',
  'wait',
] as const;
export type Act = (typeof ACTS)[number];

/** How soon to act: today, within three days, within three weeks, at the next visit. */
export const URGENCIES = ['now', 'days', 'weeks', 'next_visit'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Marks on a curve, and the meaning of its horizontal lines. */
export const MARKS = ['since', 'jump', 'outlier', 'work', 'reaches'] as const;
export type MarkCode = (typeof MARKS)[number];
export const LEVELS = [
  'lower_stop',
  'upper_stop',
  'pressure_min',
  'battery_min',
  'held',
  'expected',
  'limit',
  'coldest',
  'hottest',
] as const;
export type LevelCode = (typeof LEVELS)[number];

/** Derived quantities that prove a finding where no metric shows it. */
export const SERIES = [
  'gas',
  'residual',
  'loop',
  'moved',
  'lowest_battery',
  'resistance',
  'light',
  'sun_heat',
  'difference_to_twin',
  'difference_to_neighbours',
  'charge_balance',
] as const;
export type SeriesCode = (typeof SERIES)[number];

/** Limits that a trend may reach. */
export const REACHED = [
  'pressure_min',
  'gas_low',
  'stop_hot',
  'stop_cold',
  'friction_limit',
  'battery_min',
  'panel_limit',
] as const;
export type Reached = (typeof REACHED)[number];
