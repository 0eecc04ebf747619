import { type BoxConfiguration, isLinkKey, LINK_KEYS } from '@aerowatch/domain/box/box-configuration';
import { diffConfigurations } from '@aerowatch/domain/box/twin';
import { isPassed, wavesOf } from '@aerowatch/domain/firmware/waves';
import type { Parts } from '../../../parts.ts';
import { type Trx, transaction } from '../../../platform/database/db.ts';
import { system } from '../../../platform/viewer.ts';
import { changeDesired, type DesiredChange, planDesired } from '../desired.ts';
import { desiredOf } from '../row.ts';
import { openSecrets, sealSecrets } from '../secrets.ts';
import {
  claimWaiting,
  dropWaiting,
  type HeldLink,
  releaseWave,
  stopChange,
  type WaitingBox,
  waveOf,
} from './store-link-waves.ts';

interface Seen {
  readonly last_contact: Date | null;
}

const pick = (from: BoxConfiguration, keys: readonly (keyof BoxConfiguration)[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<BoxConfiguration>;

/**
 * The connection settings of several boxes change in waves: one box, a tenth, the rest; the most recently
 * heard first. Other fields change at once. Returns the changes to make now, and those that wait.
 */
export function inWaves(
  vault: Parts['vault'],
  changes: readonly (DesiredChange & { readonly row: Seen })[],
): { now: DesiredChange[]; held: HeldLink[] } {
  const linked = changes
    .map(({ row, next }) => {
      const before = desiredOf(vault, row);
      const keys = diffConfigurations(before, next).flatMap(({ key }) => (isLinkKey(key) ? [key] : []));
      return { row, next, before, keys };
    })
    .filter(({ keys }) => keys.length > 0)
    .sort((a, b) => (b.row.last_contact?.getTime() ?? 0) - (a.row.last_contact?.getTime() ?? 0));
  const waves = wavesOf(linked.length, 'standard');
  const held = linked.flatMap(({ row, next, before, keys }, index) =>
    waves[index] === 1
      ? []
      : [
          {
            row,
            before,
            box: row.id,
            wave: waves[index]!,
            desired: sealSecrets(vault, row.id, 'desired', pick(next, keys)),
          },
        ],
  );
  const waits = new Map(held.map((one) => [one.box, one]));
  const now = changes.map(({ row, next }) => {
    const { before } = waits.get(row.id) ?? {};
    return { row, next: before === undefined ? next : { ...next, ...pick(before, LINK_KEYS) } };
  });
  return { now, held: held.map(({ box, wave, desired }) => ({ box, wave, desired })) };
}

/**
 * Sends the next wave its connection settings once every box of the earlier waves reports with them; one that
 * reverted stops it.
 */
async function stepWaves(trx: Trx, parts: Parts): Promise<number> {
  const waiting = await claimWaiting(trx);
  for (const { change, wave } of waiting) {
    const counts = await waveOf(trx, change, wave - 1);
    if (counts.failed > 0) await stopChange(trx, change);
    else if (isPassed(counts)) await release(trx, parts, change, wave);
  }
  return 0;
}

async function release(trx: Trx, parts: Parts, change: number, wave: number): Promise<void> {
  const rows = await releaseWave(trx, change, wave);
  // If somebody changed the connection of a box in the meantime, that takes precedence over the list.
  const meant = rows.filter((row) => !isNewer(row));
  const changes = meant.map((row) => {
    const link = openSecrets(parts.vault, row.id, 'desired', row.waiting as never);
    return { row, next: planDesired(parts.vault, row, link).next };
  });
  await changeDesired(trx, parts, system, changes);
  await dropWaiting(trx, change, wave);
}

function isNewer({ desired_fields_at, waiting, asked_at }: WaitingBox): boolean {
  const changed = desired_fields_at as Record<string, string>;
  return Object.keys(waiting).some((key) => Date.parse(changed[key] ?? '') > asked_at.getTime());
}

/** Any number of processes may run it: one at a time takes a change. */
export const startLinkWaves = ({ jobs, db, ...parts }: Parts): (() => Promise<void>) =>
  jobs.loop({
    name: 'links in waves',
    everyMs: 5000,
    run: () => transaction(db, (trx) => stepWaves(trx, { jobs, db, ...parts })),
  });
