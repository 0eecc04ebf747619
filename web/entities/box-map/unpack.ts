import type { MapColumns, PackedMap } from '@aerowatch/contracts/api/boxes';
import { unpackDigits, unpackRuns, unpackSteps, unpackTexts } from '@aerowatch/domain/packing';

type Answer = PackedMap | MapColumns;
const NO_TAGS: number[] = [];
/** This many boxes are unpacked at once; more of them in steps, so that the page stays responsive. */
const AT_ONCE = 20_000;
const made = new WeakMap<Answer, MapColumns>();

/** Unpacks the map's answer into columns; undefined when there are too many for one step. */
export function columnsAtOnce(answer: Answer): MapColumns | undefined {
  if (!('packed' in answer)) return answer;
  const known = made.get(answer);
  if (known !== undefined || answer.count > AT_ONCE) return known;
  const steps = unpacking(answer);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return keep(answer, value);
  }
}

/** The same for any number of boxes. */
export async function columnsInSteps(answer: Answer): Promise<MapColumns> {
  const known = columnsAtOnce(answer);
  if (known !== undefined || !('packed' in answer)) return known as MapColumns;
  const steps = unpacking(answer);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return keep(answer, value);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function keep(answer: Answer, columns: MapColumns): MapColumns {
  made.set(answer, columns);
  return columns;
}

/** One step of a few ms for each column. */
function* unpacking(answer: PackedMap): Generator<undefined, MapColumns, undefined> {
  const { count, lines, levels, statuses } = answer;
  const serial_number = unpackTexts(answer.serial_number);
  yield;
  const pole = unpackTexts(answer.pole);
  yield;
  const degrees = (steps: readonly number[]) => unpackSteps(steps).map((metres) => metres / 1e5);
  const [latitude, longitude] = [degrees(answer.latitude), degrees(answer.longitude)];
  yield;
  const alerts: number[] = new Array(count).fill(0);
  unpackSteps(answer.alerts.rows).forEach((row, index) => {
    alerts[row] = answer.alerts.counts[index] ?? 0;
  });
  const tags: number[][] = new Array(count).fill(NO_TAGS);
  unpackSteps(answer.tags.rows).forEach((row, index) => {
    tags[row] = answer.tags.ids[index] ?? NO_TAGS;
  });
  yield;
  return {
    count,
    id: unpackSteps(answer.id),
    serial_number,
    latitude,
    longitude,
    sami: unpackDigits(answer.sami),
    status: unpackDigits(answer.status),
    alerts,
    client: unpackRuns(answer.client),
    firmware: unpackRuns(answer.firmware),
    tags,
    pole,
    line: unpackRuns(answer.line),
    lines,
    levels,
    statuses,
  };
}
