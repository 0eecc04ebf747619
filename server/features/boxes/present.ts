import type { Box } from '@aerowatch/contracts/api/boxes';
import { CONFIGURATION_KEYS, SECRET_KEYS } from '@aerowatch/domain/box/box-configuration';
import { maskSecrets } from '@aerowatch/domain/box/twin';
import { placeExtremes } from '@aerowatch/domain/climate/place-extremes';
import { isMuted, type SamiLevel, worstSami } from '@aerowatch/domain/sami';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Language } from '../../platform/viewer.ts';
import { presentAero } from '../aeros/present.ts';
import { sayDetail } from '../twin/detail.ts';
import { desiredOf, reportedOf, twinOf, uploadMinutes } from '../twin/row.ts';
import type { WholeBox } from './store.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;
/** Only the fields of the table, in its order: a document's other fields are not returned. */
const ofTable = <T extends object>(configuration: T): Box['desired'] =>
  Object.fromEntries(
    CONFIGURATION_KEYS.map((key) => [key, (configuration as Record<string, unknown>)[key] ?? null]),
  ) as Box['desired'];

/** How a box is shown. */
export interface BoxView {
  readonly vault: Vault;
  readonly now: Date;
  readonly language: Language;
  /** Secrets in clear: only in the single box's answer to a privileged user. */
  readonly clear?: boolean;
}

/** A box as the API returns it, its secrets masked by default. */
export function presentBox(row: WholeBox, { vault, now, language, clear = false }: BoxView): Box {
  const desired = desiredOf(vault, row);
  const reported = reportedOf(vault, row);
  const twin = twinOf(desired, reported, row, now.getTime());
  const shown = clear ? ofTable : (configuration: Box['desired']) => maskSecrets(ofTable(configuration));
  const sami = worstSami(row.aeros.map((aero) => aero.sami as SamiLevel));
  const uploadMs = uploadMinutes(desired, reported) * 60_000;
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    serial_number: row.serial_number,
    name: row.name,
    latitude: row.latitude,
    longitude: row.longitude,
    altitude: row.altitude,
    temperature_coldest: row.temperature_coldest,
    temperature_hottest: row.temperature_hottest,
    extremes: extremesOf(row),
    client: row.client_id,
    firmware: row.firmware,
    firmware_version: reported?.firmware_version ?? null,
    firmware_fell_back:
      row.firmware_fell_back === null || row.firmware_fell_back_at === null
        ? null
        : { from: row.firmware_fell_back, at: row.firmware_fell_back_at.toISOString() },
    hardware_replaced: row.hardware_replaced,
    firmware_desired: row.firmware_desired,
    tags: row.tags,
    installation_date: row.installation_date,
    comment: row.comment,
    line: row.line,
    kilometer_point: row.kilometer_point,
    pole: row.pole,
    iccid: row.iccid,
    last_send: iso(row.last_send),
    sami,
    status: row.status,
    muted: isMuted(sami),
    open_alerts: row.open_alerts,
    aeros: row.aeros.map(presentAero),
    desired: shown(desired),
    reported: reported === null ? null : shown(reported),
    reported_at: iso(row.reported_at),
    twin: {
      state: twin.state,
      since: time(twin.since),
      fields: Object.fromEntries(
        Object.entries(twin.fields).map(([key, field]) => [
          key,
          { ...field, since: time(field.since), detail: sayDetail(field.detail, language) },
        ]),
      ),
    },
    refresh: refreshOf(row, uploadMs, { now, language }),
  };
}

/** How far a requested refresh of the box's state is; null without a request. */
function refreshOf(
  row: WholeBox,
  uploadMs: number,
  { now, language }: Pick<BoxView, 'now' | 'language'>,
): Box['refresh'] {
  if (row.refresh_state === null || row.refresh_asked_at === null) return null;
  return {
    state: row.refresh_state as 'asked',
    asked_at: row.refresh_asked_at.toISOString(),
    expected_at: ['asked', 'waiting'].includes(row.refresh_state)
      ? expectedContact(row, uploadMs, now)
      : null,
    detail: sayDetail(row.refresh_detail, language),
  };
}

/** Whether there is a secret in a box, shown or masked. */
export function holdsSecret({ desired, reported }: Pick<Box, 'desired' | 'reported'>): boolean {
  return SECRET_KEYS.some((key) => Boolean(desired[key]) || Boolean(reported?.[key]));
}

function extremesOf(row: WholeBox): Box['extremes'] {
  const { cold, hot, source } = placeExtremes({
    latitude: row.latitude,
    longitude: row.longitude,
    altitude: row.altitude,
    coldest: row.temperature_coldest,
    hottest: row.temperature_hottest,
  });
  return { coldest: cold, hottest: hot, source };
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** When the box should connect next: an upload time after its last contact, never in the past. */
export function expectedContact(
  row: { last_contact: Date | null; last_send: Date | null },
  uploadMs: number,
  now: Date,
): string | null {
  const last = Math.max(row.last_contact?.getTime() ?? 0, row.last_send?.getTime() ?? 0);
  if (last === 0) return null;
  const missed = Math.max(0, Math.ceil((now.getTime() - last) / uploadMs - 1));
  return new Date(last + (missed + 1) * uploadMs).toISOString();
}
