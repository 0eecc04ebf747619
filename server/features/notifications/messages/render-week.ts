/** The week ahead as a mail: which AEROs, which day, how likely, what to do. */
import { DAY, HOUR } from '@aerowatch/domain/durations';
import { AT_RISK, OLD_WEATHER_HOURS } from '@aerowatch/domain/forecast/basis';
import { formatKilometerPoint } from '@aerowatch/domain/units';
import type { Db } from '../../../platform/database/db.ts';
import { skillOf } from '../../forecast/scores/store-skill.ts';
import { type AtRisk, readerOf, type WeekFacts, weekFacts } from '../../forecast/store-mornings.ts';
import { weatherState } from '../../weather/store-weather.ts';
import { button, paragraph, table } from './layout.ts';
import { type MailBody, NotToBeSent, type Site } from './rendered-message.ts';
import {
  dateTime,
  dayName,
  fill,
  number,
  plural,
  quantity,
  type Reader,
  share,
  textsFor,
} from './wording.ts';

/** Maximum number of AEROs in one mail. */
const MAX_AEROS = 20;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Writes the week as forecast now, for a user with their current rights. */
export async function renderWeek(db: Db, site: Site, reader: Reader, userId: number): Promise<MailBody> {
  const viewer = await readerOf(db, userId);
  if (viewer === undefined) throw new NotToBeSent('notify_user_gone');
  const today = dayOf(Date.now());
  const facts = await weekFacts(db, viewer, today, MAX_AEROS);
  if (facts.aeros === 0) throw new NotToBeSent('notify_nothing_left');
  const skill = await skillOf(db, viewer, { from: dayOf(Date.now() - 365 * DAY), to: today });
  const own = skill.filter(({ basis }) => basis === facts.basis);
  const n = own.reduce((sum, row) => sum + row.n, 0);
  const inside = own.reduce((sum, row) => sum + row.inside, 0);
  const { issued_at: weather } = await weatherState(db);
  const old =
    facts.basis === 'weather' && weather !== null && Date.now() - +weather > OLD_WEATHER_HOURS * HOUR;
  return letter(site, reader, facts, { n, inside, oldWeather: old ? weather : null });
}

/**
 * How often the intervals of such forecasts were right; `oldWeather`: the time of the newest weather if it is
 * old.
 */
interface Grounds {
  readonly n: number;
  readonly inside: number;
  readonly oldWeather: Date | null;
}

/** The lowest and highest air temperature; nothing where the forecast has none. */
function airLine({ min, max }: WeekFacts, reader: Reader): string[] {
  if (min === null || max === null) return [];
  const t = textsFor(reader.language).week_ahead;
  const values = { min: quantity('temperature', min, reader), max: quantity('temperature', max, reader) };
  return [fill(t.air, values)];
}

function letter(site: Site, reader: Reader, facts: WeekFacts, { n, inside, oldWeather }: Grounds): MailBody {
  const t = textsFor(reader.language).week_ahead;
  const [first] = facts.worst;
  const values = {
    of: number(facts.aeros - facts.without, reader),
    share: share(facts.at_risk_from ?? AT_RISK, reader),
  };
  const isUnknown = facts.without === facts.aeros;
  const calm = isUnknown ? t.unknown : fill(t.none, values);
  const headline = first ? plural(t, 'risk', facts.at_risk, reader, values) : calm;
  const air = airLine(facts, reader);
  const more =
    facts.at_risk > facts.worst.length
      ? [fill(t.more, { count: number(facts.at_risk - facts.worst.length, reader) })]
      : [];
  const sides = new Set(facts.worst.map(({ side }) => side));
  const act = first ? [sides.size > 1 ? t.act_both : t[`act_${first.side}`]] : [];
  const without = facts.without > 0 ? [plural(t, 'no_forecast', facts.without, reader)] : [];
  const old = oldWeather === null ? [] : [fill(t.old, { at: dateTime(oldWeather, reader) })];
  const honest = [honestly(site, reader, facts, n, inside), ...old];
  const link = `${site.publicUrl}/forecast`;
  const small = 'font-size:13px;line-height:19px;color:#5c636a';
  const notes = [...honest, fill(t.preference, { link: `${site.publicUrl}/preferences` })];
  return {
    subject: first
      ? plural(t, 'subject', facts.at_risk, reader, { name: nameOf(first), day: dayName(first.day, reader) })
      : isUnknown
        ? t.subject_unknown
        : t.subject_none,
    preheader: headline,
    html: [
      ...[headline, ...air].map((line) => paragraph(line)),
      first ? tableOf(site, reader, facts.worst) : '',
      ...[...more, ...act, ...without].map((line) => paragraph(line)),
      button(t.action, link),
      ...notes.map((line) => paragraph(line, small)),
    ].join(''),
    text: [
      headline,
      ...air,
      '',
      ...facts.worst.map((one) => textLine(reader, one)),
      ...more,
      ...(first ? [''] : []),
      ...act,
      ...without,
      '',
      link,
      '',
      ...notes,
    ].join('\n'),
    attachments: [],
    isAlert: false,
  };
}

/** The basis of the forecast, and how often such intervals were right. */
function honestly(site: Site, reader: Reader, facts: WeekFacts, n: number, inside: number): string {
  const t = textsFor(reader.language).week_ahead;
  const source = site.weatherSource ? ` (${site.weatherSource})` : '';
  const basis = fill(t[`basis_${facts.basis}`], { at: dateTime(facts.issued_at ?? 0, reader), source });
  const proof =
    n === 0 ? t.unproven : fill(t.proven, { n: number(n, reader), share: share(inside / n, reader) });
  return `${basis} ${proof}`;
}

const nameOf = (one: AtRisk) => `${one.serial_number} · ${one.position}`;

function placeOf({ line, track, pole, kilometer_point }: AtRisk, reader: Reader): string {
  const { place } = textsFor(reader.language);
  return [
    line && fill(place.line, { line }),
    track && fill(place.track, { track }),
    kilometer_point === null
      ? ''
      : fill(place.kilometer_point, { point: formatKilometerPoint(kilometer_point) }),
    pole && fill(place.pole, { pole }),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Its likeliest day, and its number of days at risk if there are several. */
function dayText(reader: Reader, { day, days }: AtRisk): string {
  const t = textsFor(reader.language).week_ahead;
  return days === 1 ? dayName(day, reader) : `${dayName(day, reader)} (${plural(t, 'days', days, reader)})`;
}

function tableOf(site: Site, reader: Reader, rows: readonly AtRisk[]): string {
  const t = textsFor(reader.language).week_ahead;
  return table(
    [t.aero, t.day, t.chance, t.where],
    rows.map((one) => [
      {
        text: nameOf(one),
        link: `${site.publicUrl}/galland-boxes/${one.box}?tab=aero${one.position}`,
        below: placeOf(one, reader),
      },
      { text: dayText(reader, one) },
      { text: share(one.chance, reader) },
      { text: t[one.side] },
    ]),
  );
}

function textLine(reader: Reader, one: AtRisk): string {
  const t = textsFor(reader.language).week_ahead;
  const place = placeOf(one, reader);
  const entry = fill(t.entry, {
    name: place === '' ? nameOf(one) : `${nameOf(one)} (${place})`,
    day: dayText(reader, one),
    chance: share(one.chance, reader),
    where: t[one.side],
  });
  return `- ${entry}`;
}
