import type { MapColumns, PackedMap } from '@aerowatch/contracts/api/boxes';
import { unpackDigits, unpackRuns, unpackSteps, unpackTexts } from '@aerowatch/domain/packing';

const NO_TAGS: number[] = [];

/** Columns as the screens read them, of the packed answer of the map. */
export function columnsOf(answer: PackedMap | MapColumns): MapColumns {
  if (!('packed' in answer)) return answer;
  const { count, lines, levels, statuses } = answer;
  const alerts: number[] = new Array(count).fill(0);
  unpackSteps(answer.alerts.rows).forEach((row, index) => {
    alerts[row] = answer.alerts.counts[index] ?? 0;
  });
  const tags: number[][] = new Array(count).fill(NO_TAGS);
  unpackSteps(answer.tags.rows).forEach((row, index) => {
    tags[row] = answer.tags.ids[index] ?? NO_TAGS;
  });
  const degrees = (steps: readonly number[]) => unpackSteps(steps).map((metres) => metres / 1e5);
  return {
    count,
    id: unpackSteps(answer.id),
    serial_number: unpackTexts(answer.serial_number),
    latitude: degrees(answer.latitude),
    longitude: degrees(answer.longitude),
    sami: unpackDigits(answer.sami),
    status: unpackDigits(answer.status),
    alerts,
    client: unpackRuns(answer.client),
    firmware: unpackRuns(answer.firmware),
    tags,
    pole: unpackTexts(answer.pole),
    line: unpackRuns(answer.line),
    lines,
    levels,
    statuses,
  };
}
