/** Battery and panel of a box: one Li-ion cell of 6.8 Ah and a panel of 2 W (domain model, section 6.4). */
export interface Battery {
  /** State of charge, 0 to 1. */
  charge: number;
  /** Charging current of the last step, A. */
  current: number;
}
export interface BatteryHealth {
  /** Share of the capacity that is left. */
  readonly capacity: number;
  /** Factor on the internal resistance. */
  readonly resistance: number;
}
/** How often a box wakes, in seconds. */
export interface Rhythm {
  readonly startupDelay: number;
  readonly acquisition: number;
  readonly upload: number;
}

const CAPACITY = 6.8;
const PANEL = 2;
const PANEL_TO_BATTERY = 0.6;
const CHARGE_LIMIT = 0.5;
const OPEN_CIRCUIT = 6.3;
const SLEEP = 0.003;
const SAMPLING = 0.045;
const SENDING = 4; // Charge of one connection, ampere-seconds
const CURVE: readonly (readonly [number, number])[] = [
  [0, 3.3],
  [0.1, 3.55],
  [0.25, 3.66],
  [0.5, 3.76],
  [0.75, 3.93],
  [0.9, 4.06],
  [1, 4.18],
];

/** Open-circuit voltage at a state of charge, V. */
export function restVoltage(charge: number): number {
  for (let i = 1; i < CURVE.length; i++) {
    const [high, volts] = CURVE[i] as readonly [number, number];
    const [low, base] = CURVE[i - 1] as readonly [number, number];
    if (charge <= high) return base + ((charge - low) / (high - low)) * (volts - base);
  }
  return 4.18;
}

/** Mean current that the box draws, A. */
export function load(rhythm: Rhythm): number {
  return SLEEP + (SAMPLING * (rhythm.startupDelay + 0.5)) / rhythm.acquisition + SENDING / rhythm.upload;
}

/** Open-circuit voltage of the panel, V. */
export function panelVoltage(irradiance: number, cell: number): number {
  if (irradiance < 3) return 0;
  return Math.max(0, OPEN_CIRCUIT * (1 + 0.04 * Math.log(irradiance / 1000)) * (1 - 0.003 * (cell - 25)));
}

/** Voltage under load, V; cold raises the internal resistance. */
export function terminalVoltage(
  battery: Battery,
  health: BatteryHealth,
  body: number,
  drawn: number,
): number {
  const resistance = 0.12 * health.resistance * (1 + 0.03 * Math.max(0, 20 - body));
  return restVoltage(battery.charge) - (drawn - battery.current) * resistance;
}

/** Charges and discharges over a step of `seconds`. */
export function stepBattery(
  battery: Battery,
  health: BatteryHealth,
  sky: { light: number; body: number },
  drawn: number,
  seconds: number,
): void {
  const usable = CAPACITY * health.capacity * (sky.body < 0 ? Math.max(0.75, 1 + sky.body * 0.025) : 1);
  // Below 0 °C the charger reduces the current of a Li-ion cell, below −10 °C it stops charging.
  const may = Math.min(1, Math.max(0, 1 + sky.body / 10));
  const brought = (PANEL * PANEL_TO_BATTERY * sky.light) / 1000 / restVoltage(battery.charge);
  battery.current = Math.min(CHARGE_LIMIT * may ** 2, brought);
  const change = ((battery.current * 0.98 - drawn) * seconds) / 3600 / usable;
  const next = battery.charge + change;
  if (next >= 1) battery.current = Math.min(battery.current, drawn);
  battery.charge = Math.min(1, Math.max(0.01, next));
}
