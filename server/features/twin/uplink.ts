import { readAnswer } from '@aerowatch/contracts/mqtt/commands';
import { Unreadable } from '@aerowatch/contracts/mqtt/measures';
import { type ReportedDocument, readReported } from '@aerowatch/contracts/mqtt/reported';
import type { BoxConfiguration } from '@aerowatch/domain/box/box-configuration';
import { isStaleReport } from '@aerowatch/domain/box/twin';
import type { Parts } from '../../parts.ts';
import type { Trx } from '../../platform/database/db.ts';
import { recordChange } from '../../platform/events/events.ts';
import { fellBackOf } from './fell-back.ts';
import { desiredOf, reportedOf, twinColumns, twinOf } from './row.ts';
import { sealSecrets } from './secrets.ts';
import { answerCommand, endRefresh } from './store-refresh.ts';
import { lockBox, type TwinBox, timeOfVersion, writeReported } from './store-reported.ts';

interface FromBox {
  readonly id: number;
  readonly clientId: number | null;
  readonly serial: string;
}

/**
 * Stores a box's report on itself. A document older than the stored one is ignored; one of the same version
 * is stored again, because a box may refuse or install something without a new version.
 */
export async function onReported(trx: Trx, box: FromBox, message: unknown, parts: Parts): Promise<void> {
  const document = readReported(message);
  const row = await lockBox(trx, box.id);
  if (row === undefined) return;
  const before = row.reported === null ? null : { configuration_version: row.reported_version };
  if (isStaleReport(before, document.configuration)) return;
  const at = parts.clock.date();
  const version = document.configuration.configuration_version ?? row.reported_version ?? 0;
  const { configuration_version: _, ...fields } = document.configuration;
  const reported = {
    ...sealSecrets(parts.vault, row.id, 'reported', fields),
    configuration_version: version,
  };
  const refused = await stillMeant(trx, row, version, document.refused);
  const fellBack = await fellBackOf(trx, row, document.configuration.firmware_version ?? null, at);
  const after = { ...row, reported, reported_version: version, reported_at: at, refused, ...fellBack };
  const clear = reportedOf(parts.vault, after) as BoxConfiguration;
  const twin = twinOf(desiredOf(parts.vault, row), clear, after, at.getTime());
  await writeReported(trx, row.id, {
    reported,
    version,
    refused,
    hardware: document.hardwareVersion,
    at,
    fellBack,
    twin: twinColumns(twin),
  });
  await endRefresh(trx, row.id, at);
  const newly = row.firmware_fell_back === null ? fellBack.firmware_fell_back : null;
  for (const listener of parts.hooks.reported)
    await listener(trx, {
      boxId: row.id,
      clientId: row.client_id,
      configuration: clear,
      at,
      fellBack: newly,
    });
  await recordChange(trx, { entity: 'boxes', type: 'updated', id: row.id, clientId: row.client_id });
}

/**
 * Refusals of values that are still desired: if a value changed after the version in the report, the box has
 * not seen it.
 */
async function stillMeant(
  trx: Trx,
  row: TwinBox,
  version: number,
  refused: ReportedDocument['refused'],
): Promise<ReportedDocument['refused']> {
  if (version >= row.desired_version || Object.keys(refused).length === 0) return refused;
  // Every box is created with version 0.
  const sent = (await timeOfVersion(trx, row.id, version)) ?? row.created_at.getTime();
  const changes = row.desired_fields_at as Record<string, string>;
  const changed = (field: string) => Date.parse(changes[field] ?? row.desired_at.toISOString());
  return Object.fromEntries(Object.entries(refused).filter(([field]) => changed(field) <= sent));
}

/** Processes a box's answer to a command; a repeated answer changes nothing. */
export async function onAnswer(trx: Trx, box: FromBox, message: unknown, parts: Parts): Promise<void> {
  const answer = readAnswer(message);
  const known = await answerCommand(trx, box.id, {
    id: answer.id,
    state: answer.status === 'ok' ? 'done' : 'failed',
    detail: answer.detail?.replaceAll('\u0000', '').slice(0, 500) ?? null,
    at: parts.clock.date(),
  });
  if (!known) throw new Unreadable('unknown_command', answer.id);
  await recordChange(trx, { entity: 'boxes', type: 'updated', id: box.id, clientId: box.clientId });
}
