import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';

/** What names, trees and pickers need of a box; a whole box has these fields too. */
export type PlaceBox = Pick<
  Box,
  | 'id'
  | 'serial_number'
  | 'name'
  | 'client'
  | 'firmware'
  | 'firmware_version'
  | 'line'
  | 'pole'
  | 'kilometer_point'
  | 'tags'
  | 'sami'
>;
/** The same of an AERO. */
export type PlaceAero = Pick<
  Aero,
  'id' | 'box' | 'position' | 'serial_number' | 'line' | 'track_number' | 'model_type' | 'sami'
>;

export const placeOfBox = (box: PlaceBox): PlaceBox => ({
  id: box.id,
  serial_number: box.serial_number,
  name: box.name,
  client: box.client,
  firmware: box.firmware,
  firmware_version: box.firmware_version,
  line: box.line,
  pole: box.pole,
  kilometer_point: box.kilometer_point,
  tags: box.tags,
  sami: box.sami,
});
export const placeOfAero = (aero: PlaceAero): PlaceAero => ({
  id: aero.id,
  box: aero.box,
  position: aero.position,
  serial_number: aero.serial_number,
  line: aero.line,
  track_number: aero.track_number,
  model_type: aero.model_type,
  sami: aero.sami,
});

/** The state of a box is that of its worst AERO. */
export const worstOf = (aeros: readonly { sami: SamiLevel }[]): SamiLevel =>
  SAMI_LEVELS[Math.max(0, ...aeros.map(({ sami }) => SAMI_LEVELS.indexOf(sami)))]!;
