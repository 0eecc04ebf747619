import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { domain as enDomain } from '@aerowatch/i18n/en/domain';
import { exportTexts as enExport } from '@aerowatch/i18n/en/export';
import { domain as frDomain } from '@aerowatch/i18n/fr/domain';
import { exportTexts as frExport } from '@aerowatch/i18n/fr/export';
import { expect, test } from 'vitest';
import { guess } from './guess.ts';
import { readHead } from './read-head.ts';
import { measuresTemplate } from './template.ts';

test.each([
  ['en', enExport, enDomain, ',', '.'],
  ['fr', frExport, frDomain, ';', ','],
] as const)(
  'the %s template is read back by itself, every column of it',
  (_, words, domain, separator, decimal) => {
    for (const system of ['metric', 'imperial'] as const) {
      const text = measuresTemplate(
        { ...words, metric: (key) => domain.metric[key].name, separator, decimal },
        system,
      );
      const head = readHead(text)!;
      expect(head.separator).toBe(separator);
      const { mapping, own } = guess(head.headers);
      expect(own).toBe(true);
      const named = ['time', 'box', 'aero', ...METRIC_KEYS] as const;
      expect(named.map((key) => mapping[key]).filter((name) => name === '')).toEqual([]);
      expect(new Set(Object.values(mapping)).size).toBe(named.length);
      expect(head.rows[0]).toHaveLength(named.length);
    }
  },
);
