/** Handling of messages from the server: a desired document, a command, a firmware offer. */
import { BOX_CONFIGURATION, type BoxConfiguration, LINK_KEYS } from '@aerowatch/domain/box/box-configuration';
import { acts, ofKind } from '../faults.ts';
import type { BoxPort } from './box-port.ts';
import { applyDesired, type ConfigurationResult, reportedDocument, timingOf } from './configuration.ts';
import { type Link, openLink } from './mqtt-link.ts';
import { takeWithdrawn, updateFirmware } from './update.ts';
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
  else if (message.topic === box.topic('withdrawn')) takeWithdrawn(box, document);
  else if (message.topic === box.topic('firmware')) await updateFirmware(box, link, document, signal);
}

async function apply(box: BoxPort, link: Link, document: unknown): Promise<void> {
  const now = box.context.clock.now();
  const stubborn = ofKind(box.faults, 'refused-configuration').filter((fault) => acts(fault, now));
  if (stubborn.some((fault) => fault.mode === 'stale')) return box.report(link);
  const refuses = (wire: string) =>
    stubborn.length > 0 && wire === 'uploadTimeAlert' ? 'not supported by this modem' : undefined;
  const wished = applyDesired(box.configuration, document, refuses);
  if (!wished) return;
  const { memory, context } = box;
  const server = movedTo(box.configuration, wished.configuration);
  const moved = server !== null && (await reportsOver(box, server, wished));
  const applied = server === null || moved ? wished : withFormerLink(box.configuration, wished);
  memory.configuration = applied.configuration;
  memory.refused = applied.refused;
  // The logger uses the same list.
  memory.timings.push(timingOf(applied.configuration, now));
  context.stats.reported.refused += Object.keys(applied.refused).length;
  box.note('configuration', `version ${applied.configuration.configuration_version}`);
  for (const [field, reason] of Object.entries(applied.refused)) box.note('refused', `${field}: ${reason}`);
  context.state.touch();
  if (!moved) return box.report(link);
  memory.server = server;
  await link.close();
}

/** Where a new server address leads; null if the address stays. */
function movedTo(held: BoxConfiguration, next: BoxConfiguration): string | null {
  const address = next.server_address ?? '';
  if (address === '' || address === held.server_address) return null;
  return address.includes('://') ? address : `mqtt://${address}`;
}

/**
 * New connection settings are kept once the box has reported over them: the server's acknowledgement shows
 * that they work.
 */
async function reportsOver(
  box: BoxPort,
  url: string,
  { configuration, refused }: ConfigurationResult,
): Promise<boolean> {
  const { serial_number: serial, hardware } = box.descriptor;
  const { username, password } = box.context.credentialsOf(serial);
  const { patience } = box.context;
  try {
    const link = await openLink({ url, serial, username, password, patience, onMessage: () => undefined });
    const document = JSON.stringify(reportedDocument(configuration, refused, hardware));
    await link.publish(box.topic('reported'), document).finally(() => link.close());
    return true;
  } catch {
    return false;
  }
}

/** The old connection settings, each new one refused by name; the other fields are applied. */
function withFormerLink(
  held: BoxConfiguration,
  { configuration, refused }: ConfigurationResult,
): ConfigurationResult {
  const changed = LINK_KEYS.filter((key) => configuration[key] !== held[key]);
  const former = Object.fromEntries(changed.map((key) => [key, held[key]]));
  const reasons = changed.map((key) => [BOX_CONFIGURATION[key].wire, 'no answer over the new link'] as const);
  return {
    configuration: { ...configuration, ...former },
    refused: { ...refused, ...Object.fromEntries(reasons) },
  };
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
