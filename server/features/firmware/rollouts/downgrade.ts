import {
  type DowngradePermit,
  permitRefusal,
  type SignedPermit,
} from '@aerowatch/domain/firmware/firmware-manifest';
import { compareVersions } from '@aerowatch/domain/formats';
import type { Parts } from '../../../parts.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { requirePermit, signHere, signsItself } from '../files/signing.ts';
import type { FirmwareRow } from '../files/store.ts';
import type { Candidate } from './store-rollouts.ts';

/** Validity in days of a permit from this server. */
const DAYS = 30;

/**
 * The permit for boxes that run a newer version than the target; null when none does. The request must give a
 * reason, and where the vendor signs, the vendor's permit: boxes accept a downgrade from nobody else.
 */
export function permitFor(
  parts: Pick<Parts, 'config' | 'signer' | 'clock'>,
  firmware: FirmwareRow,
  boxes: readonly Candidate[],
  input: { readonly allow_downgrade: boolean; readonly reason: string; readonly permit?: string | undefined },
): SignedPermit | null {
  const down = boxes.flatMap(({ serial_number: serial, firmware_version: version }) =>
    version !== null && compareVersions(version, firmware.version) > 0 ? { serial, version } : [],
  );
  const [first] = down;
  if (first === undefined) return null;
  if (!input.allow_downgrade)
    throw new BadRequest({ allow_downgrade: [`downgrade|${first.serial}|${first.version}`] });
  const now = parts.clock.now();
  if (signsItself(parts)) {
    const permit: DowngradePermit = {
      allow_downgrade: true,
      version: firmware.version,
      sha256: firmware.sha256,
      from: down.map(({ version }) => plain(version)).reduce((a, b) => (compareVersions(a, b) < 0 ? b : a)),
      boxes: down.map(({ serial }) => serial).sort(),
      not_after: new Date(now + DAYS * 86_400_000).toISOString(),
      reason: input.reason,
    };
    return { permit, signatures: [signHere(parts, permit)] };
  }
  const signed = requirePermit(parts, input.permit);
  for (const box of down)
    if (permitRefusal(firmware, signed.permit, box, now) !== null)
      throw new BadRequest({ permit: [`permit_not_for|${box.serial}|${box.version}`] });
  return signed;
}

const plain = (version: string) => version.split('.').map(Number).join('.');
