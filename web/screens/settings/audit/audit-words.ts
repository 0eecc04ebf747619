import { BOX_CONFIGURATION, type ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { LANGUAGES, languageFrom } from '@aerowatch/domain/languages';
import { CHANNEL_KEYS, notifyField } from '@aerowatch/domain/notifications/channels';
import { AERO_FIELDS, BOX_FIELDS } from '../../../entities/boxes/form/field-names.ts';
import type { Formats } from '../../../lib/format.ts';
import type { TextOf } from '../../../lib/text.ts';
import { isKnown, wordOf } from '../words.ts';
import { isNothing } from './audit-leaves.ts';
import { statusText } from './audit-thing.ts';

/** The tools for the texts of the log. */
export interface AuditTools {
  t: TextOf<'settings'>;
  channels: TextOf<'channels'>;
  common: TextOf<'common'>;
  domain: TextOf<'domain'>;
  formats: Formats;
  /** Name and value of a field of the box form, by its path there. */
  field: { name: (path: string) => string; value: (path: string, value: unknown) => string };
  /** Names of the items that ids refer to. */
  names: Record<'client' | 'tag' | 'user' | 'box' | 'aero' | 'group', (id: number) => string>;
  condition: (condition: unknown) => string;
  /** Texts of codes, by the field that contains them. */
  codes: Readonly<Record<string, (code: string) => string>>;
}
export interface AuditWords {
  name: (path: readonly string[]) => string;
  value: (path: readonly string[], value: unknown) => string;
}

const MAX_LENGTH = 120;
const NOTHING = '–';

type Tell = (value: unknown) => string;

/** A value without a text of its own; of what has a shape of its own the record tells. */
const rawText =
  ({ formats, t }: AuditTools): Tell =>
  (value) => {
    if (typeof value === 'number') return formats.number(value);
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
      return formats.list(value.map(String));
    return typeof value === 'string' ? value : t('audit.in_record');
  };

/** Texts of fields that belong neither to a box nor to its configuration. */
function tellers(
  { t, domain, formats, names, condition, codes }: AuditTools,
  raw: Tell,
): Record<string, Tell> {
  const list =
    (name: (id: number) => string): Tell =>
    (value) =>
      Array.isArray(value) ? formats.list(value.map((id) => name(Number(id)))) : name(Number(value));
  const moment: Tell = (value) => formats.dateTimeSeconds(String(value));
  const coded = Object.entries(codes).map(([field, word]): [string, Tell] => [
    field,
    (value) =>
      Array.isArray(value) ? formats.list(value.map((code) => word(String(code)))) : word(String(value)),
  ]);
  return {
    ...Object.fromEntries(coded),
    client: list(names.client),
    client_id: list(names.client),
    tag: list(names.tag),
    assignee: list(names.user),
    closed_by: list(names.user),
    created_by: list(names.user),
    tags: list(names.tag),
    tags_added: list(names.tag),
    tags_removed: list(names.tag),
    user: list(names.user),
    seen_by: list(names.user),
    box: list(names.box),
    aero: list(names.aero),
    aeros: list(names.aero),
    // An update names them, a tag has their numbers, a silence their count.
    boxes: (value) =>
      Array.isArray(value)
        ? formats.list(value.map((box) => (typeof box === 'number' ? names.box(box) : String(box))))
        : raw(value),
    groups: list(names.group),
    conditions: (value) => (Array.isArray(value) ? value.map(condition).join(' ') : raw(value)),
    sami: (value) => domain(`sami.${value as 'satisfactory'}`),
    language: (value) => LANGUAGES[languageFrom(value)].name,
    theme: (value) => domain(`theme.${value as 'light'}`),
    unit_system: (value) => domain(`unit_system.${value as 'metric'}`),
    kilometer_point: (value) => formats.kilometerPoint(Number(value)),
    status: (value) => statusText(value, t),
    size: (value) => formats.bytes(Number(value)),
    at: moment,
    seen_at: moment,
    revoked_at: moment,
    expires_at: moment,
    ended_at: moment,
    closed_at: moment,
    previous_until: moment,
    not_before: moment,
    from: moment,
    to: moment,
    due_on: (value) => formats.day(String(value)),
    stop_percent: (value) => formats.percent(Number(value) / 100),
    monthly_reports: list(names.client),
  };
}

/** A user's preferences by channel, by their API names. */
function channelField({ t, channels }: AuditTools, field: string): string | undefined {
  const words: [string, string][] = CHANNEL_KEYS.flatMap((key) => [
    [notifyField(key), channels(`${key}.alerts`)],
    [`${key}_address`, t('audit.webhook', { channel: channels(`${key}.name`) })],
    [`${key}_format`, t('audit.format', { channel: channels(`${key}.name`) })],
  ]);
  return words.find(([name]) => name === field)?.[1];
}

/** Name of a top-level field. */
function topName(tools: AuditTools, key: string, own: boolean): string {
  if (own || key === 'sami' || key === 'firmware') return tools.domain(`field.${key as 'name'}`);
  return channelField(tools, key) ?? fieldWord(tools.t, key) ?? tools.t('audit.detail');
}

/** The word of a field of the log, if it has one. */
function fieldWord(t: AuditTools['t'], key: string): string | undefined {
  const word = wordOf(t, 'audit.field', key);
  return word === key ? undefined : word;
}

/** What stands within something else has a name of its own where the log knows it, `source` `type`, else what it is in. */
function nestedName({ t }: AuditTools, path: readonly string[]): string {
  return fieldWord(t, path.join('_')) ?? fieldWord(t, path[0] ?? '') ?? t('audit.detail');
}

/** Text of a value that is not null. */
function valueText(
  tools: AuditTools,
  texts: Readonly<Record<string, Tell>>,
  [head = '', ...rest]: readonly string[],
  value: unknown,
): string {
  const { common, field } = tools;
  const key = rest.at(-1) ?? head;
  if (head === 'desired' && isConfigured(key)) return field.value(`desired.${key}`, value);
  if (typeof value === 'boolean') return common(value ? 'state.yes' : 'state.no');
  const nested = [head, ...rest].join('_');
  const say = [nested, key].find((name) => Object.hasOwn(texts, name));
  if (say !== undefined) return texts[say]!(value);
  if (isKnown(AERO_FIELDS, key)) return field.value(`aeros.0.${key}`, value);
  if (isKnown(BOX_FIELDS, key)) return field.value(key, value);
  return rawText(tools)(value);
}

/** Texts of fields and values of the audit log; a field of another version is a detail, whose name the record has. */
export function auditWords(tools: AuditTools): AuditWords {
  const { field } = tools;
  const texts = tellers(tools, rawText(tools));
  return {
    name: (path) => {
      const [head = '', second = ''] = path;
      const key = path.at(-1) ?? '';
      if (head === 'desired' && isConfigured(second)) return field.name(`desired.${second}`);
      const own = isKnown(AERO_FIELDS, key) || isKnown(BOX_FIELDS, key);
      if (head === 'aeros' && path.length === 3 && own)
        return field.name(`aeros.${Number(second) - 1}.${key}`);
      return path.length === 1 ? topName(tools, key, own) : nestedName(tools, path);
    },
    value: (path, value) => {
      const text = isNothing(value) ? NOTHING : valueText(tools, texts, path, value);
      return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 3)}…` : text;
    },
  };
}

function isConfigured(key: string): key is ConfigurationKey {
  return Object.hasOwn(BOX_CONFIGURATION, key);
}
