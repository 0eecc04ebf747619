/** Conductors of overhead lines (domain model, sections 2.1 and 6.2). */
export interface Conductor {
  readonly name: string;
  readonly type: 'wire' | 'messenger' | 'wire_and_messenger';
  /** Nominal pull, daN. */
  readonly tension: number;
  /** Axial stiffness E·S, N. */
  readonly stiffness: number;
  /** Linear expansion, 1/K. */
  readonly expansion: number;
}

const COPPER = 17e-6;

export const CONDUCTORS = {
  railwayWire: { name: 'Cu 107', type: 'wire', tension: 1000, stiffness: 12.84e6, expansion: COPPER },
  strongWire: { name: 'CuAg 150', type: 'wire', tension: 2000, stiffness: 18e6, expansion: COPPER },
  fastWire: { name: 'CuMg 150', type: 'wire', tension: 2600, stiffness: 18e6, expansion: COPPER },
  tramWire: { name: 'CuAg 150', type: 'wire', tension: 1200, stiffness: 18e6, expansion: COPPER },
  messenger: { name: 'Bz 65', type: 'messenger', tension: 1000, stiffness: 7e6, expansion: COPPER },
  fastMessenger: { name: 'Bz 65', type: 'messenger', tension: 1400, stiffness: 7e6, expansion: COPPER },
  both: {
    name: 'Cu 107 + Bz 65',
    type: 'wire_and_messenger',
    tension: 2000,
    stiffness: 19.84e6,
    expansion: COPPER,
  },
} as const satisfies Record<string, Conductor>;
