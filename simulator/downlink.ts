/** What a box does with what the server sends it: a desired document, a command, a firmware offer. */
import type { BoxPort } from './box-port.ts';
import { applyDesired, timingOf } from './configuration.ts';
import { acts, ofKind } from './faults.ts';
import type { Link } from './mqtt-link.ts';
import { updateFirmware } from './update.ts';
import { upload } from './upload.ts';

export interface Downlink {
  readonly topic: string;
  readonly payload: Buffer;
}

export async function takeDownlink(
  box: BoxPort,
  link: Link,
  message: Downlink,
  signal: AbortSignal,
): Promise<void> {
  const document = parse(message.payload);
  if (message.topic === box.topic('desired')) await apply(box, link, document);
  else if (message.topic === box.topic('command')) await obey(box, link, document, signal);
  else if (message.topic === box.topic('firmware')) await updateFirmware(box, link, document, signal);
}

async function apply(box: BoxPort, link: Link, document: unknown): Promise<void> {
  const now = box.context.clock.now();
  const stubborn = ofKind(box.faults, 'refused-configuration').filter((fault) => acts(fault, now));
  if (stubborn.some((fault) => fault.mode === 'stale')) return box.report(link);
  const refuses = (wire: string) =>
    stubborn.length > 0 && wire === 'uploadTimeAlert' ? 'not supported by this modem' : undefined;
  const applied = applyDesired(box.configuration, document, refuses);
  if (!applied) return;
  const { memory, context } = box;
  memory.configuration = applied.configuration;
  memory.refused = applied.refused;
  // The logger reads the same list.
  memory.timings.push(timingOf(applied.configuration, now));
  context.stats.reported.refused += Object.keys(applied.refused).length;
  box.note('configuration', `version ${applied.configuration.configuration_version}`);
  for (const [field, reason] of Object.entries(applied.refused)) box.note('refused', `${field}: ${reason}`);
  context.state.touch();
  await box.report(link);
}

async function obey(box: BoxPort, link: Link, document: unknown, signal: AbortSignal): Promise<void> {
  const { id, command } = (document ?? {}) as { id?: unknown; command?: unknown };
  if (command === 'refresh') {
    await box.report(link);
    await upload(box, link, signal);
    await link.publish(box.topic('answer'), JSON.stringify({ id, status: 'ok', detail: '' }));
    return;
  }
  const detail = `unknown command ${String(command)}`;
  await link.publish(box.topic('answer'), JSON.stringify({ id, status: 'error', detail }));
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString()) as unknown;
  } catch {
    return undefined;
  }
}
