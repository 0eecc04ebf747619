/** A box's firmware update, with the states it reports. */
import { join } from 'node:path';
import type { RunningBox } from '@aerowatch/domain/firmware/firmware-manifest';
import { acts, FAULTS, type Fault, ofKind } from '../faults.ts';
import { keyOf, uniformAt } from '../prng.ts';
import type { BoxPort } from './box-port.ts';
import {
  check,
  download,
  FirmwareError,
  type FirmwareOffer,
  type FirmwareState,
  forget,
  install,
  judge,
  PowerLoss,
  readOffer,
  readWithdrawn,
} from './firmware.ts';
import type { Link } from './mqtt-link.ts';

/** Progress is reported every this many percent. */
const PROGRESS_STEP = 10;
const ATTEMPTS = 5;

/** Downloads, checks and installs the offer; ends with the version in `reported`, or with a failure. */
export async function updateFirmware(
  box: BoxPort,
  link: Link,
  document: unknown,
  signal: AbortSignal,
): Promise<void> {
  let offer: FirmwareOffer;
  try {
    offer = readOffer(document);
  } catch (error) {
    const rollout = (document as { rollout?: unknown } | undefined)?.rollout ?? null;
    return reportState(
      box,
      link,
      { rollout } as Pick<FirmwareOffer, 'rollout'>,
      'failed',
      0,
      (error as Error).message,
    );
  }
  if (offer.version === box.configuration.firmware_version) return box.report(link);
  const attempt = (box.memory.attempts[offer.rollout] ?? 0) + 1;
  box.memory.attempts[offer.rollout] = attempt;
  const fault = failureOf(box, offer, attempt);
  const file = join(box.context.flash, `${box.descriptor.serial_number}.part`);
  const leave = await box.context.downloads.enter();
  try {
    takeWithdrawn(box, offer.withdrawn);
    judge(offer, box.context.bootloader, runningBox(box), box.context.clock.now());
    await fetchAndCheck(box, link, offer, file, fault, signal);
    await reportState(box, link, offer, 'installing', 100);
    if (fault === 'install') throw new FirmwareError('the bootloader rolled back');
    await install(file);
    box.memory.configuration = { ...box.configuration, firmware_version: offer.version };
    box.restart();
    box.context.state.touch();
    await box.report(link);
    box.note('firmware installed', offer.version);
    box.context.stats.firmware.installed += 1;
  } catch (error) {
    if (signal.aborted || link.ended.aborted) throw error;
    if (error instanceof PowerLoss) {
      // Nothing can be reported now; the next contact receives the offer again and resumes the download.
      box.note('power lost during update', offer.version);
      box.restart();
      await link.close();
      throw error;
    }
    await forget(file);
    const reason = error instanceof Error ? error.message : String(error);
    box.note('firmware failed', reason);
    box.context.stats.firmware.failed += 1;
    await reportState(box, link, offer, 'failed', 0, reason);
  } finally {
    leave();
  }
}

/**
 * Stores the list of withdrawn firmwares across restarts: it stays in force whatever a server sends later.
 */
export function takeWithdrawn(box: BoxPort, document: unknown): void {
  const { bootloader, state } = box.context;
  const list = readWithdrawn(document, bootloader, runningBox(box), box.memory.withdrawn);
  if (list === null) return;
  box.memory.withdrawn = list;
  state.touch();
  box.note('withdrawn firmware', list.withdrawn.map(({ version }) => version).join(', '));
}

async function fetchAndCheck(
  box: BoxPort,
  link: Link,
  offer: FirmwareOffer,
  file: string,
  fault: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  let reported = 0;
  const reports: Promise<void>[] = [reportState(box, link, offer, 'downloading', 0)];
  await download(offer, {
    file,
    attempts: ATTEMPTS,
    signal: AbortSignal.any([signal, link.ended]),
    onProgress: (percent) => {
      if (percent < reported + PROGRESS_STEP || percent >= 100) return;
      reported = percent - (percent % PROGRESS_STEP);
      reports.push(reportState(box, link, offer, 'downloading', percent));
    },
    cutAt: (bytes) => {
      if (bytes < offer.size / 2) return undefined;
      if (fault === 'download') return new FirmwareError('download failed: no signal');
      return fault === 'power' && bytes < offer.size ? new PowerLoss('power lost') : undefined;
    },
  });
  await Promise.all(reports);
  await reportState(box, link, offer, 'verifying', 100);
  // A flipped bit in the flash: the hash of the written file differs from that of the file sent.
  const offered =
    fault === 'hash' ? { manifest: { ...offer.manifest, sha256: flipped(offer.sha256) } } : offer;
  await check(offered, file);
}

const flipped = (sha256: string) => sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));

/** The bootloader's knowledge of its box, none of it from this connection. */
function runningBox(box: BoxPort): RunningBox {
  const { serial_number: serial, hardware } = box.descriptor;
  const credentials = box.context.credentialsOf(serial);
  return {
    serial,
    hardware,
    version: box.configuration.firmware_version,
    client: credentials.client ?? null,
    installation: credentials.installation,
    withdrawn: box.memory.withdrawn?.withdrawn,
  };
}

/** How this attempt fails, if it does. Power is lost only once, so that the next attempt resumes. */
function failureOf(box: BoxPort, offer: FirmwareOffer, attempt: number): string | undefined {
  const now = box.context.clock.now();
  const chance = uniformAt(keyOf('firmware', box.descriptor.serial_number, offer.rollout), attempt);
  const fault = ofKind(box.faults, 'firmware-failure').find(
    (one: Fault) => acts(one, now) && chance < one.rate,
  );
  if (!fault || (fault.mode === 'power' && attempt > 1)) return undefined;
  return fault.mode || FAULTS['firmware-failure'].modes[0];
}

function reportState(
  box: BoxPort,
  link: Link,
  offer: Pick<FirmwareOffer, 'rollout'>,
  state: FirmwareState,
  progress: number,
  detail = '',
): Promise<void> {
  return link.publish(
    box.topic('firmware/state'),
    JSON.stringify({ rollout: offer.rollout, state, progress, detail }),
  );
}
