import type { PackedBoxes } from '@aerowatch/contracts/api/box-columns';
import { unpackDigits, unpackRuns, unpackSteps, unpackTexts } from '@aerowatch/domain/packing';
import type { SamiLevel } from '@aerowatch/domain/sami';
import { type PlaceAero, type PlaceBox, worstOf } from '../state/places.ts';

export interface UnpackedBoxes {
  readonly boxes: readonly PlaceBox[];
  readonly aeros: readonly PlaceAero[];
}
const NO_TAGS: number[] = [];
const made = new WeakMap<PackedBoxes, UnpackedBoxes>();

/** Boxes and AEROs of packed columns, in their order. */
export function unpackBoxes(packed: PackedBoxes): UnpackedBoxes {
  const known = made.get(packed);
  if (known !== undefined) return known;
  const aeros = unpackAeros(packed);
  const [serials, names, poles] = [packed.serial_number, packed.name, packed.pole].map(unpackTexts) as [
    string[],
    string[],
    string[],
  ];
  const numbers = [packed.client, packed.firmware, packed.version, packed.line].map(unpackRuns);
  const [clients, firmwares, versions, lines] = numbers as [number[], number[], number[], number[]];
  const tags = new Map(
    unpackSteps(packed.tags.rows).map((row, index) => [row, packed.tags.ids[index] ?? NO_TAGS]),
  );
  const counts = unpackDigits(packed.aeros.per_box);
  let next = 0;
  const boxes = unpackSteps(packed.id).map((id, row): PlaceBox => {
    const own = aeros.slice(next, next + counts[row]!);
    next += own.length;
    for (const aero of own) aero.box = id;
    return {
      id,
      serial_number: serials[row]!,
      name: names[row]!,
      client: clients[row] || null,
      firmware: firmwares[row] || null,
      firmware_version: packed.versions[versions[row]!] || null,
      line: packed.lines[lines[row]!] ?? '',
      pole: poles[row]!,
      kilometer_point: packed.kilometer_point[row] ?? null,
      tags: tags.get(row) ?? NO_TAGS,
      sami: worstOf(own),
    };
  });
  const unpacked = { boxes, aeros };
  made.set(packed, unpacked);
  return unpacked;
}

function unpackAeros({ aeros, lines }: PackedBoxes): PlaceAero[] {
  const [serials, positions, sami] = [
    unpackTexts(aeros.serial_number),
    unpackDigits(aeros.position),
    unpackDigits(aeros.sami),
  ];
  const [line, track, model] = [
    unpackRuns(aeros.line),
    unpackRuns(aeros.track_number),
    unpackRuns(aeros.model_type),
  ];
  return unpackSteps(aeros.id).map((id, row) => ({
    id,
    box: 0,
    position: positions[row]!,
    serial_number: serials[row]!,
    line: lines[line[row]!] ?? '',
    track_number: aeros.tracks[track[row]!] ?? '',
    model_type: model[row]!,
    sami: aeros.levels[sami[row]!] as SamiLevel,
  }));
}
