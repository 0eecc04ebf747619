import * as enDiagnostics from '@aerowatch/i18n/en/diagnostics';
import * as enDomain from '@aerowatch/i18n/en/domain';
import * as enPreferences from '@aerowatch/i18n/en/preferences';
import * as enSettings from '@aerowatch/i18n/en/settings';
import * as frDiagnostics from '@aerowatch/i18n/fr/diagnostics';
import * as frDomain from '@aerowatch/i18n/fr/domain';
import * as frPreferences from '@aerowatch/i18n/fr/preferences';
import * as frSettings from '@aerowatch/i18n/fr/settings';
import { expect, test } from 'vitest';
import { paletteStates, statesMatching, type TextsByLanguage } from './palette-states.ts';

const texts: TextsByLanguage = {
  en: { ...enDiagnostics, ...enDomain, ...enSettings, ...enPreferences },
  fr: { ...frDiagnostics, ...frDomain, ...frSettings, ...frPreferences },
};
const found = (typed: string, language: 'en' | 'fr' = 'en', level: 'member' | 'privileged' = 'privileged') =>
  statesMatching(paletteStates(texts, language, level), typed, 5).map(({ label, path }) => [label, path]);

test.each([
  ['seized', 'en', ['Seized', '/diagnostics?fault=seized']],
  ['grippe', 'en', ['Seized', '/diagnostics?fault=seized']],
  ['grippé', 'fr', ['Grippé', '/diagnostics?fault=seized']],
  ['SILENT', 'fr', ['Silencieux', '/galland-boxes?status=silent']],
  ['sami unsat', 'en', ['SAMI Unsatisfactory', '/galland-boxes?sami=unsatisfactory']],
  ['refused', 'en', ['Refused', '/galland-boxes?twin=refused']],
  ['audit', 'en', ['Audit log', '/settings?tab=audit']],
  ['fuseau', 'en', ['Time zone', '/preferences']],
  ['monthly report', 'en', ['Monthly report', '/?report=last']],
  ['rapport', 'fr', ['Rapport mensuel', '/?report=last']],
  ['my orders', 'en', ['My work orders', '/work-orders?tab=mine']],
] as const)('%s in %s', (typed, language, expected) => {
  expect(found(typed, language)).toContainEqual(expected);
});

test('nothing of another level, and nothing without a word', () => {
  expect(found('audit', 'en', 'member')).toEqual([]);
  expect(found('  ')).toEqual([]);
  expect(found('seized silent')).toEqual([]);
});
