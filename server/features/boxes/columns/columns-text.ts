import type { PackedBoxes } from '@aerowatch/contracts/api/box-columns';
import { packDigits, packRuns, packSteps, packTexts } from '@aerowatch/domain/packing';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import type { BoxRows } from './store-columns.ts';

type Runs = PackedBoxes['client'];
type Words = PackedBoxes['name'];
const runs = (numbers: readonly number[]) => packRuns(numbers) as Runs;
const words = (texts: readonly string[]) => packTexts(texts) as Words;

/** The answer as JSON, a column per field (domain/packing). */
export function boxColumnsText(rows: BoxRows): string {
  const { aeros } = rows;
  const lines = indexOf([...rows.line, ...aeros.line]);
  const versions = indexOf(rows.version);
  const tracks = indexOf(aeros.track);
  const tagged = rows.id.flatMap((id, row) => (rows.tags.has(id) ? [row] : []));
  const perBox = new Map<number, number>();
  for (const box of aeros.box) perBox.set(box, (perBox.get(box) ?? 0) + 1);
  const packed: PackedBoxes = {
    count: rows.id.length,
    id: packSteps(rows.id),
    serial_number: words(rows.serial),
    name: words(rows.name),
    client: runs(rows.client),
    firmware: runs(rows.firmware),
    version: runs(versions.numbersOf(rows.version)),
    versions: versions.names,
    line: runs(lines.numbersOf(rows.line)),
    lines: lines.names,
    pole: words(rows.pole),
    kilometer_point: rows.id.map((_, row) => rows.km[row] ?? null),
    tags: { rows: packSteps(tagged), ids: tagged.map((row) => rows.tags.get(rows.id[row]!)!) },
    aeros: {
      id: packSteps(aeros.id),
      per_box: packDigits(rows.id.map((id) => perBox.get(id) ?? 0)),
      position: packDigits(aeros.position),
      serial_number: words(aeros.serial),
      line: runs(lines.numbersOf(aeros.line)),
      track_number: runs(tracks.numbersOf(aeros.track)),
      tracks: tracks.names,
      model_type: runs(aeros.model),
      sami: packDigits(aeros.sami),
      levels: [...SAMI_LEVELS],
    },
  };
  return JSON.stringify(packed);
}

/** The distinct texts in order, and the place of each among them. */
function indexOf(texts: readonly string[]) {
  const names = [...new Set(texts)].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  return { names, numbersOf: (all: readonly string[]) => all.map((one) => places.get(one) ?? 0) };
}
