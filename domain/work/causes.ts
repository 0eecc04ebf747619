/** A code of ISO 14224 with its family, as maintenance systems exchange them. */
interface CodedBy<Family> {
  /** Number in the standard's table. */
  readonly iso: string;
  readonly family: Family;
}

/** Families of failure mechanisms (ISO 14224:2016, table B.2). */
const MECHANISM_FAMILIES = [
  'mechanical',
  'material',
  'instrument',
  'electrical',
  'external',
  'miscellaneous',
] as const;

/**
 * The mechanism of a failure (ISO 14224:2016, table B.2): what was seen on the pole. Only those of a
 * tensioner and its box: vibration, cavitation, erosion and control failure are left out. Families 1 and 2
 * were compared with a published excerpt of the table; the other numbers are not confirmed, as the standard
 * itself was not available. The keys are ours.
 */
export const MECHANISMS = {
  leakage: { iso: '1.1', family: 'mechanical' },
  misalignment: { iso: '1.3', family: 'mechanical' },
  deformation: { iso: '1.4', family: 'mechanical' },
  looseness: { iso: '1.5', family: 'mechanical' },
  sticking: { iso: '1.6', family: 'mechanical' },
  corrosion: { iso: '2.2', family: 'material' },
  wear: { iso: '2.4', family: 'material' },
  breakage: { iso: '2.5', family: 'material' },
  fatigue: { iso: '2.6', family: 'material' },
  overheating: { iso: '2.7', family: 'material' },
  burst: { iso: '2.8', family: 'material' },
  no_signal: { iso: '3.2', family: 'instrument' },
  faulty_signal: { iso: '3.3', family: 'instrument' },
  out_of_adjustment: { iso: '3.4', family: 'instrument' },
  software: { iso: '3.5', family: 'instrument' },
  short_circuit: { iso: '4.1', family: 'electrical' },
  open_circuit: { iso: '4.2', family: 'electrical' },
  no_power: { iso: '4.3', family: 'electrical' },
  faulty_power: { iso: '4.4', family: 'electrical' },
  earth_fault: { iso: '4.5', family: 'electrical' },
  blockage: { iso: '5.1', family: 'external' },
  contamination: { iso: '5.2', family: 'external' },
  external_influence: { iso: '5.3', family: 'external' },
  no_cause_found: { iso: '6.1', family: 'miscellaneous' },
  combined: { iso: '6.2', family: 'miscellaneous' },
  other: { iso: '6.3', family: 'miscellaneous' },
  unknown: { iso: '6.4', family: 'miscellaneous' },
} as const satisfies Record<string, CodedBy<(typeof MECHANISM_FAMILIES)[number]>>;
export type Mechanism = keyof typeof MECHANISMS;
export const MECHANISM_KEYS = Object.keys(MECHANISMS) as [Mechanism, ...Mechanism[]];

/** Families of failure causes (ISO 14224:2016, table B.3). */
const CAUSE_FAMILIES = ['design', 'installation', 'operation', 'management', 'miscellaneous'] as const;

/**
 * The root cause of a failure (ISO 14224:2016, table B.3): what would have to change. Names and families
 * checked against published lists of the table; the keys are ours.
 */
export const FAILURE_CAUSES = {
  improper_capacity: { iso: '1.1', family: 'design' },
  improper_material: { iso: '1.2', family: 'design' },
  fabrication_error: { iso: '2.1', family: 'installation' },
  installation_error: { iso: '2.2', family: 'installation' },
  off_design_service: { iso: '3.1', family: 'operation' },
  operating_error: { iso: '3.2', family: 'operation' },
  maintenance_error: { iso: '3.3', family: 'operation' },
  expected_wear: { iso: '3.4', family: 'operation' },
  documentation_error: { iso: '4.1', family: 'management' },
  management_error: { iso: '4.2', family: 'management' },
  no_cause_found: { iso: '5.1', family: 'miscellaneous' },
  common_cause: { iso: '5.2', family: 'miscellaneous' },
  combined_causes: { iso: '5.3', family: 'miscellaneous' },
  // Editions number it differently (2016 has cascading failures before it), so only the family's number is
  // given.
  other_cause: { iso: '5', family: 'miscellaneous' },
} as const satisfies Record<string, CodedBy<(typeof CAUSE_FAMILIES)[number]>>;
export type FailureCause = keyof typeof FAILURE_CAUSES;
export const FAILURE_CAUSE_KEYS = Object.keys(FAILURE_CAUSES) as [FailureCause, ...FailureCause[]];
