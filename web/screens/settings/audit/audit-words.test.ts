import { ENDPOINTS } from '@aerowatch/contracts/api/index';
import { boxes } from '@aerowatch/i18n/en/boxes';
import { channels } from '@aerowatch/i18n/en/channels';
import { common } from '@aerowatch/i18n/en/common';
import { domain } from '@aerowatch/i18n/en/domain';
import { firmwares } from '@aerowatch/i18n/en/firmwares';
import { notes } from '@aerowatch/i18n/en/notes';
import { preferences } from '@aerowatch/i18n/en/preferences';
import { settings } from '@aerowatch/i18n/en/settings';
import { silences } from '@aerowatch/i18n/en/silences';
import { supervisors } from '@aerowatch/i18n/en/supervisors';
import { work } from '@aerowatch/i18n/en/work';
import { channels as channelsFr } from '@aerowatch/i18n/fr/channels';
import { domain as domainFr } from '@aerowatch/i18n/fr/domain';
import { settings as settingsFr } from '@aerowatch/i18n/fr/settings';
import { expect, test } from 'vitest';
import { formatsOf } from '../../../lib/format.ts';
import type { TextOf } from '../../../lib/text.ts';
import { type TextParameters, wordingOf } from '../../../lib/words/wording.ts';
import { actorText } from './audit-actor.ts';
import { auditCodes } from './audit-codes.ts';
import { actionWord, thingText } from './audit-thing.ts';
import { type AuditTools, auditWords } from './audit-words.ts';

const textOf = (texts: object) => (key: string, parameters?: TextParameters) =>
  wordingOf(texts, 'en', key, parameters);
const named = (kind: string) => (id: number) => `${kind} ${id}`;

function words(language: 'en' | 'fr') {
  const t = textOf(language === 'en' ? settings : settingsFr);
  const fields = textOf(language === 'en' ? domain : domainFr);
  const tools: AuditTools = {
    t: t as TextOf<'settings'>,
    channels: textOf(language === 'en' ? channels : channelsFr) as TextOf<'channels'>,
    common: textOf(common) as TextOf<'common'>,
    domain: fields as TextOf<'domain'>,
    formats: formatsOf(language, 'imperial', 'Europe/Paris'),
    field: {
      name: (path) => `the form's ${path}`,
      value: (path, value) => `${path} of ${value}`,
    },
    names: {
      client: named('client'),
      tag: named('tag'),
      user: named('user'),
      box: named('box'),
      aero: named('aero'),
      group: named('group'),
    },
    condition: (condition) => `When ${JSON.stringify(condition)}.`,
    codes: auditCodes({
      t: t as TextOf<'settings'>,
      boxes: textOf(boxes) as TextOf<'boxes'>,
      firmwares: textOf(firmwares) as TextOf<'firmwares'>,
      notes: textOf(notes) as TextOf<'notes'>,
      preferences: textOf(preferences) as TextOf<'preferences'>,
      silences: textOf(silences) as TextOf<'silences'>,
      supervisors: textOf(supervisors) as TextOf<'supervisors'>,
      work: textOf(work) as TextOf<'work'>,
      kindName: (kind) => `the kind ${kind}`,
      day: formatsOf(language, 'imperial', 'Europe/Paris').day,
    }),
  };
  return auditWords(tools);
}

test('the reason of a dismissal is the word of its choice, and any other reason is told as it was written', () => {
  expect(words('en').value(['reason'], 'planned_elsewhere')).toBe('Planned elsewhere');
  expect(words('en').value(['reason'], 'left the company')).toBe('left the company');
});

test('fields have the words of the reader, unknown ones are details whose key the record has', () => {
  expect(words('en').name(['track_number'])).toBe('Track number');
  expect(words('fr').name(['track_number'])).toBe('Numéro de voie');
  expect(words('fr').name(['notify_sms'])).toBe('Alertes par SMS');
  expect(words('en').name(['client'])).toBe('Client');
  // The log counts AEROs from 1, the form from 0.
  expect(words('en').name(['aeros', '2', 'stroke_max'])).toBe("the form's aeros.1.stroke_max");
  expect(words('en').name(['desired', 'upload_time'])).toBe("the form's desired.upload_time");
  expect(words('en').name(['desired', 'not_there'])).toBe(settings.audit.detail);
  expect(words('en').name(['something_new'])).toBe(settings.audit.detail);
  expect(words('fr').name(['something_new'])).toBe(settingsFr.audit.detail);
  expect(words('en').name(['source', 'something_new'])).toBe(settings.audit.field.source);
  expect(words('en').name(['constructor'])).toBe(settings.audit.detail);
});

test('every field of the log has a word of its own in both languages', () => {
  for (const field of Object.keys(settings.audit.field)) {
    expect([field, settings.audit.detail]).not.toContain(words('en').name([field]));
    expect([field, settingsFr.audit.detail]).not.toContain(words('fr').name([field]));
  }
});

test('values are names, units, dates and words; nothing is a dash', () => {
  const { value } = words('en');
  expect(value(['name'], null)).toBe('–');
  expect(value(['tags'], [])).toBe('–');
  expect(value(['tags'], [1, 2])).toBe('tag 1 and tag 2');
  expect(value(['client'], 3)).toBe('client 3');
  expect(value(['pressure_max'], 20)).toBe('aeros.0.pressure_max of 20');
  expect(value(['aeros', '1', 'pressure_max'], 20)).toBe('aeros.0.pressure_max of 20');
  expect(value(['desired', 'upload_time'], 60)).toBe('desired.upload_time of 60');
  expect(value(['is_active'], false)).toBe('No');
  expect(value(['sami'], 'unsatisfactory')).toBe('Unsatisfactory');
  expect(value(['seen_at'], '2026-11-21T12:00:00.000Z')).toBe('21/11/2026, 13:00:00');
  expect(value(['kilometer_point'], 12.345)).toBe('12+345');
  expect(value(['conditions'], [{ metric: 'stroke' }])).toBe('When {"metric":"stroke"}.');
  expect(value(['count'], 12_000)).toBe('12,000');
  expect(value(['constructor'], 'x')).toBe('x');
  expect(value(['something'], { a: 1 })).toBe(settings.audit.in_record);
  expect(value(['something'], 'x'.repeat(200))).toHaveLength(118);
});

test('codes are said as on the screens where they are chosen; those of another version stay', () => {
  const { name, value } = words('en');
  const said = [
    [['waves'], 'standard', 'In waves'],
    [['boxes'], [7], 'box 7'],
    [['boxes'], ['AW-1'], 'AW-1'],
    [['boxes'], 3, '3'],
    [['at_once'], 50, '50'],
    [['stop_percent'], 5, '5%'],
    [['scopes'], ['read', 'work_orders:write'], 'Read and Work orders'],
    [['events'], ['alert.opened'], 'Alert opened'],
    [['state'], 'planned', 'Planned'],
    [['acts'], ['re_gassed'], work.act.re_gassed],
    [['checklist'], ['☑ read_gauge', '☐ my own line'], `☑ ${work.check.read_gauge} and ☐ my own line`],
    [['source', 'type'], 'finding', work.source.finding],
    [['source', 'kind'], 'leak', 'the kind leak'],
    [['week_ahead'], 'monday', preferences.morning.monday],
    [['rrule'], 'FREQ=DAILY', silences.repeatDaily],
    [['rrule'], 'FREQ=WEEKLY;COUNT=4', 'Every week, 4 times'],
    [['rrule'], 'FREQ=YEARLY', 'FREQ=YEARLY'],
    [['mechanism'], 'of_another_version', 'of_another_version'],
    [['method'], 'totp', settings.audit.methods.totp],
  ] as const;
  for (const [path, code, word] of said) expect(value(path, code)).toBe(word);
  expect(name(['source', 'kind'])).toBe(settings.audit.field.source_kind);
});

test('an actor that is no person is named in the reader’s language', () => {
  const t = textOf(settingsFr) as TextOf<'settings'>;
  const keyName = (id: number) => (id === 8 ? 'Maximo' : undefined);
  const said = (user_name: string) => actorText({ user_name }, t, keyName);
  expect(said('visitor')).toBe('Visiteur');
  expect(said('system')).toBe('La console');
  expect(said('API key 7')).toBe('Clé d’API 7');
  expect(said('API key 8')).toBe('Clé d’API Maximo');
  expect(said('Jo Roux')).toBe('Jo Roux');
});

test('what an entry is about has words: no table, no path, no number that a name stands for', () => {
  const t = textOf(settings) as TextOf<'settings'>;
  const said = (entity: string, entity_name: string, entity_id: number | null = null) =>
    thingText({ entity, entity_name, entity_id }, t, named('box'));
  expect(said('rollouts', '2.0.0', 4)).toBe('Firmware update 2.0.0');
  expect(said('boxes', '12', 12)).toBe('Box box 12');
  expect(said('jobs', '12', 12)).toBe('Job #12');
  expect(said('settings', 'set_aside_bounds')).toBe('Settings');
  expect(said('requests', 'PATCH /boxes/{id}/')).toBe('Changing: Box');
  expect(said('requests', 'GET /work-orders/')).toBe('Reading: Work order');
  expect(said('requests', 'GET /nowhere/')).toBe('Reading: Something else');
  // Whatever the console serves and refuses has a word, in both languages.
  for (const texts of [settings, settingsFr]) {
    const say = textOf(texts) as TextOf<'settings'>;
    for (const { method, path } of ENDPOINTS)
      expect(
        thingText(
          { entity: 'requests', entity_name: `${method} ${path}`, entity_id: null },
          say,
          named('box'),
        ),
        path,
      ).not.toContain(texts.audit.thing_unknown);
  }
  expect(said('requests', 'others')).toBe('Several requests');
  expect(said('later_things', 'A')).toBe('Something else A');
  expect(actionWord('pause', t)).toBe(settings.audit.actions.pause);
  expect(actionWord('later_act', t)).toBe(settings.audit.action_unknown);
  expect(words('en').value(['status'], 403)).toBe('no right to it');
  expect(words('en').value(['status'], 418)).toBe('not accepted');
});
