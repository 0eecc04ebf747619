import { type Finding, NO_DETAILS, NOT_EVALUABLE, VERDICTS } from '@aerowatch/domain/faults/finding';
import { CAUSES, FAULT_ROWS, FAULTS, FINDING_KEYS } from '@aerowatch/domain/faults/list';
import { withDefaults } from '@aerowatch/domain/faults/steps/defaults';
import {
  ACTS,
  LEVELS,
  MARKS,
  REACHED,
  RULED_OUT_BY,
  SERIES,
  TELLS,
  URGENCIES,
  WOULD_CHANGE,
} from '@aerowatch/domain/faults/vocabulary';
import { LANGUAGE_KEYS, LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { decimalsOf, shown, unitOf } from '@aerowatch/domain/units';
import { describe, expect, it } from 'vitest';
import { type FindingFormats, findingWords, textSayer } from './finding-words.ts';
import { SERVED } from './languages.ts';

const NOW = Date.UTC(2026, 10, 20);
const UNITS: Partial<Record<string, string | null>> = {
  residual: 'mm',
  drift: 'mm/d',
  pressure_trend: '%/month',
  stop_hot: '°C',
  stop_cold: '°C',
  battery_trend: 'mV/week',
  break: 'mm',
  stuck_sensor: 'h',
  temperature_bias: '°C',
  battery_resistance: 'mΩ',
  temperature_sensor_step: 'K',
  current_drain: 'mA',
  icing: 'h',
  silent: 'h',
  firmware: null,
  swapped: null,
  spike: null,
  health_ratio: null,
};

const formatsIn = (language: Language, system: 'metric' | 'imperial' = 'metric'): FindingFormats => {
  const number = (value: number, decimals = 1) =>
    new Intl.NumberFormat(LANGUAGES[language].locale, { maximumFractionDigits: decimals }).format(value);
  return {
    number,
    percent: (share, decimals = 0) => `${number(100 * share, decimals)} %`,
    quantity: (quantity, value, withUnit = true) =>
      `${number(shown(quantity, system, value), decimalsOf(quantity, system))}${withUnit ? ` ${unitOf(quantity, system)}` : ''}`,
    unit: (quantity) => unitOf(quantity, system),
    date: (time) => new Date(time).toLocaleDateString(LANGUAGES[language].locale, { timeZone: 'UTC' }),
  };
};
const wordsIn = (language: Language, system?: 'imperial') =>
  findingWords(textSayer(SERVED[language].diagnostics), formatsIn(language, system));

function findingOf(key: Finding['key'], verdict: Finding['verdict'], more: Partial<Finding> = {}): Finding {
  const evaluable = verdict !== 'unknown' && verdict !== 'not_watched';
  const details = {
    extreme: 38,
    limit: 3.5,
    days_under_limit: 3,
    sensor: 'stroke',
    before: 4,
    lowest: 3.55,
    samples: 1200,
  };
  const finding: Finding = {
    ...NO_DETAILS,
    key,
    value: evaluable ? -12.5 : null,
    unit: key in UNITS ? (UNITS[key] ?? null) : '%',
    verdict,
    evaluable,
    reason: verdict === 'unknown' ? 'no_data' : verdict === 'not_watched' ? 'log_time' : null,
    details: evaluable ? details : {},
    since: NOW - 3 * 86_400_000,
    confidence: 0.9,
    not_watched_at: verdict === 'not_watched' ? 21_600 : null,
    ...more,
  };
  return withDefaults(finding, NOW);
}
/** No key shown for a text, no place left unfilled. */
const whole = (text: string | null) => {
  expect(text).toBeTruthy();
  expect(text).not.toMatch(/\{\{|undefined|NaN|null|[a-z]_[a-z]/);
};

const NAMED_AS_MEASURED = [
  'stop_hot',
  'stop_cold',
  'stroke_sensor_drift',
  'pressure_sensor_drift',
  'temperature_bias',
  'shading',
];
const pairs = <A, B>(all: readonly A[], others: readonly B[]): [A, B][] =>
  all.flatMap((one) => others.map((other): [A, B] => [one, other]));

describe.each(LANGUAGE_KEYS)('findings in %s', (language) => {
  const words = wordsIn(language);
  it('have a name, a sentence, and where something is wrong an act, of every kind and verdict', () => {
    const sentences = new Set<string>();
    for (const finding of FINDING_KEYS.flatMap((key) => VERDICTS.map((verdict) => findingOf(key, verdict)))) {
      const { name, sentence, act } = words.texts(finding);
      whole(name);
      whole(sentence);
      whole(words.what(finding));
      if (finding.verdict !== 'watch' && finding.verdict !== 'bad') {
        expect(act).toBeNull();
        continue;
      }
      whole(act);
      whole(words.wouldChange(finding));
      expect(sentence).toContain(words.since(finding));
      expect(sentence).toContain(words.sure(finding));
      sentences.add(sentence);
      // A fault is called by its name, never by what was measured.
      if (name === words.what(finding)) expect(NAMED_AS_MEASURED).toContain(finding.key);
    }
    expect(sentences.size).toBe(FINDING_KEYS.length);
  });

  it('have words for every code', () => {
    for (const fault of FAULTS) {
      whole(words.name(findingOf('seized', 'bad', { fault })));
      expect(Object.keys(FAULT_ROWS)).toContain(fault);
    }
    for (const [cause, by] of pairs(CAUSES, RULED_OUT_BY)) whole(words.ruledOut({ cause, by }));
    for (const [cause, tell] of pairs(CAUSES, TELLS)) whole(words.candidate({ cause, tell }));
    for (const code of WOULD_CHANGE)
      whole(words.wouldChange(findingOf('leak', 'bad', { would_change: code })));
    for (const [code, urgency] of pairs(ACTS, URGENCIES)) {
      whole(words.act({ act: { code, urgency, by: null } }));
      whole(words.act({ act: { code, urgency, by: NOW } }));
      whole(words.urgency(urgency));
    }
    for (const reason of NOT_EVALUABLE) whole(words.sentence(findingOf('leak', 'unknown', { reason })));
    const { mark, level, series } = SERVED[language].diagnostics;
    expect(Object.keys(mark)).toEqual([...MARKS]);
    expect(Object.keys(level)).toEqual([...LEVELS]);
    expect(Object.keys(series)).toEqual([...SERIES]);
  });

  it('say when it will matter: as a range, from a day on, already, or not within a year', () => {
    const day = 86_400_000;
    for (const what of REACHED) {
      const said = (earliest: number | null, latest: number | null) =>
        words.reaches(
          findingOf('leak', 'bad', { reaches: { what, level: 0.5, earliest, likely: latest, latest } }),
        );
      const all = [said(NOW, NOW + 30 * day), said(NOW, null), said(NOW, NOW), said(null, null)];
      all.forEach(whole);
      expect(new Set(all).size).toBe(4);
    }
  });
});

it.each(LANGUAGE_KEYS)(
  'explanations in %s have no limit of their own: those are constants of the methods',
  (language) => {
    for (const text of Object.values(SERVED[language].diagnostics.help)) expect(text).not.toMatch(/\d/);
  },
);

it('follow the reader’s units', () => {
  const jump = findingOf('break', 'bad', { value: 254 });
  expect(wordsIn('en').sentence(jump)).toContain('254 mm');
  expect(wordsIn('en', 'imperial').sentence(jump)).toContain('10 in');
  const warmer = findingOf('temperature_bias', 'watch', { value: 5 });
  expect(wordsIn('en', 'imperial').sentence(warmer)).toContain('9 °F');
});

it('say numbers as they are meant: what is drawn and what was before, of how many, days rather than hundreds of hours', () => {
  const said = (language: Language, key: Finding['key'], more: Partial<Finding>) =>
    wordsIn(language).sentence(findingOf(key, 'watch', more));
  const drain = { value: 12, details: { before: 4, more: 8 } };
  expect(said('en', 'current_drain', drain)).toContain('draws 12 mA on average, up from 4 mA');
  expect(said('fr', 'current_drain', drain)).toContain('12 mA en moyenne, contre 4 mA auparavant');
  const falling = { value: -45.34, details: { lowest: 3.55, limit: 3.5 } };
  expect(said('en', 'battery_trend', falling)).toMatch(
    /is 3\.55 V and falls by 45\.3\smV\/week \(limit: 3\.5/,
  );
  expect(said('fr', 'battery_trend', falling)).toMatch(/de 3,55 V et baisse de 45,3\smV\/semaine/);
  expect(said('fr', 'spike', { value: 7, details: { samples: 2000 } })).toMatch(
    /^7 des 2\s000 dernières mesures/,
  );
  expect(said('en', 'stuck_sensor', { value: 20 })).toMatch(/for 20\sh while/);
  expect(said('en', 'stuck_sensor', { value: 144 })).toMatch(/for 6\sdays while/);
  expect(said('fr', 'icing', { value: 100 })).toMatch(/pendant 4\sjours/);
  expect(said('en', 'battery_resistance', { value: 390.44 })).toMatch(/390\smΩ/);
  expect(said('fr', 'pressure_trend', { value: -15.2 })).toContain('15,2 %/mois');
});
