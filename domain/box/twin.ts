/**
 * Desired against reported: the state of every field of a box's configuration (docs/devices.md,
 * "Configuration").
 */
import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  CONFIGURATION_KEYS,
  type ConfigurationKey,
} from './box-configuration.ts';

export {
  type ConfigurationDifference,
  diffConfigurations,
  fromWire,
  isStaleReport,
  keyOfWire,
  maskSecrets,
  mergeConfiguration,
  SECRET_MASK,
  toWire,
} from './configuration-documents.ts';

export const FIELD_STATES = ['in_sync', 'pending', 'overdue', 'refused'] as const;
export type FieldState = (typeof FIELD_STATES)[number];
export type TwinState = FieldState | 'never_reported';

export interface TwinField {
  readonly state: FieldState;
  /** Since when it is pending or refused (ms); null in sync. */
  readonly since: number | null;
  /** The box's reason for refusing; null otherwise. */
  readonly detail: string | null;
}
export interface Twin {
  readonly state: TwinState;
  readonly since: number | null;
  readonly fields: Record<Exclude<ConfigurationKey, 'configuration_version'>, TwinField>;
}

export interface TwinTimes {
  /** When desired last changed (ms). */
  readonly desiredAt: number;
  /** When each field's desired value last changed, where known (ms); else `desiredAt`. */
  readonly fieldChangedAt?: Partial<Record<ConfigurationKey, number>>;
  readonly now: number;
  /** The upload time that the box uses, min: a change is overdue after twice this. */
  readonly uploadTime: number;
  /** When the refusals were reported (ms): one older than the field's last change no longer counts. */
  readonly refusedAt?: number;
}

/** Fields the server compares: all but the version, which counts documents. */
export const TWIN_KEYS = CONFIGURATION_KEYS.filter((key) => key !== 'configuration_version') as Exclude<
  ConfigurationKey,
  'configuration_version'
>[];

/**
 * The twin of a box. A desired null means no preference and is always in sync. A secret that the box does not
 * echo counts as applied once the box reports the document's version. The box's state is its worst field's:
 * refused, overdue, pending, in sync; `never_reported` while there is no report at all.
 * @param refused reasons by field, as reported for the newest document
 */
export function twinState(
  desired: Partial<BoxConfiguration>,
  reported: Partial<BoxConfiguration> | null,
  refused: Partial<Record<ConfigurationKey, string>>,
  times: TwinTimes,
): Twin {
  const caughtUp = (reported?.configuration_version ?? -1) >= (desired.configuration_version ?? 0);
  const fieldOf = (key: ConfigurationKey): TwinField => {
    const wish = desired[key] ?? null;
    const actual = reported?.[key] ?? null;
    const unseen = 'secret' in BOX_CONFIGURATION[key] && actual === null && caughtUp;
    // For a box, an empty text is the same as none.
    if (wish === null || wish === actual || unseen || (wish === '' && actual === null && reported !== null))
      return { state: 'in_sync', since: null, detail: null };
    const changed = times.fieldChangedAt?.[key] ?? times.desiredAt;
    const reason = refused[key];
    if (reason !== undefined && (times.refusedAt === undefined || times.refusedAt >= changed))
      return { state: 'refused', since: times.refusedAt ?? changed, detail: reason };
    const overdue = times.now - changed > 2 * times.uploadTime * 60_000;
    return { state: overdue ? 'overdue' : 'pending', since: changed, detail: null };
  };
  const fields = Object.fromEntries(TWIN_KEYS.map((key) => [key, fieldOf(key)])) as Twin['fields'];
  const all = Object.values(fields);
  const worst = all.reduce<FieldState>(
    (state, field) => (FIELD_STATES.indexOf(field.state) > FIELD_STATES.indexOf(state) ? field.state : state),
    'in_sync',
  );
  const since = all
    .filter((field) => field.state === worst && field.since !== null)
    .map((field) => field.since!);
  return {
    state: reported === null ? 'never_reported' : worst,
    since: worst === 'in_sync' || since.length === 0 ? null : Math.min(...since),
    fields,
  };
}
