import { NO_DETAILS } from '@aerowatch/domain/faults/finding';
import { isMuted } from '@aerowatch/domain/sami';
import { formatKilometerPoint } from '@aerowatch/domain/units';
import { isDoubtful } from '@aerowatch/domain/work/precision';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { doubtText, wordsFor } from '../../diagnostics/present.ts';
import type { Site } from './rendered-message.ts';
import type { NotifiedAlert } from './store-content.ts';
import {
  alertSentence,
  comparedText,
  dateTime,
  fill,
  metricName,
  type Reader,
  ruleText,
  textsFor,
} from './wording.ts';

/** `AERO 1, box BOX-17, line 830000, track V1, pole 12/7, PK 105+129`. */
export function placeText(alert: NotifiedAlert, reader: Reader): string {
  const { place } = textsFor(reader.language);
  const parts = [
    fill(place.aero, { position: alert.position }),
    fill(place.box, { box: alert.boxName === '' ? alert.box : `${alert.box} (${alert.boxName})` }),
    alert.line === '' ? '' : fill(place.line, { line: alert.line }),
    alert.track === '' ? '' : fill(place.track, { track: alert.track }),
    alert.pole === '' ? '' : fill(place.pole, { pole: alert.pole }),
    alert.kilometerPoint === null
      ? ''
      : fill(place.kilometer_point, { point: formatKilometerPoint(alert.kilometerPoint) }),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Where, in a few words: for subjects and SMS. */
export function shortPlace(alert: NotifiedAlert, reader: Reader): string {
  const { place } = textsFor(reader.language);
  const where = alert.pole === '' ? '' : `, ${fill(place.pole, { pole: alert.pole })}`;
  return `${fill(place.aero, { position: alert.position })}, ${alert.box}${where}`;
}

export const linkTo = (site: Site, alert: NotifiedAlert) => `${site.publicUrl}/alerts/${alert.id}`;
/** A repeated action reports its own datapoint, not how the alert began. */
const occurrenceValue = (alert: NotifiedAlert) => (alert.occurrence > 1 ? alert.lastValue : alert.value);
export const occurrenceTime = (alert: NotifiedAlert) =>
  alert.occurrence > 1 ? alert.lastAt : alert.openedAt;
/** Whether the message is only about the end of the alert. */
export const isOver = (alert: NotifiedAlert) => alert.kinds.every((kind) => kind === 'over');
export const sentenceOf = (alert: NotifiedAlert, reader: Reader) =>
  (isOver(alert) ? `${textsFor(reader.language).alert.over} ` : '') +
  alertSentence(alert.condition, occurrenceValue(alert), reader);
export const valueText = (alert: NotifiedAlert, reader: Reader, value = occurrenceValue(alert)) =>
  comparedText(alert.condition, value, reader);

export function subjectOf(alerts: readonly NotifiedAlert[], reader: Reader): string {
  const { alert: texts } = textsFor(reader.language);
  const late = alerts.every((alert) => alert.late) ? texts.late_prefix : '';
  const [first] = alerts;
  if (alerts.length === 1 && first)
    return (
      late +
      fill(texts.subject, {
        metric: metricName(first.condition.metric, reader),
        value: valueText(first, reader),
        place: shortPlace(first, reader),
      })
    );
  const boxes = [...new Set(alerts.map((alert) => alert.box))];
  const shown = boxes.slice(0, 3).join(', ');
  const rest = boxes.length > 3 ? ` ${fill(texts.and_more, { count: boxes.length - 3 })}` : '';
  return late + fill(texts.subject_many, { count: alerts.length, places: shown + rest });
}

function whenText(alert: NotifiedAlert, reader: Reader): string {
  const texts = textsFor(reader.language).alert;
  const time = dateTime(alert.openedAt, reader);
  return alert.occurrences > 1 && alert.lastAt > alert.openedAt
    ? fill(texts.again, { count: alert.occurrences, time })
    : time;
}

/** Names and values: where, since when, the latest value, which rule. */
export function factsOf(alert: NotifiedAlert, reader: Reader): (readonly [string, string])[] {
  const texts = textsFor(reader.language).alert;
  return [
    [texts.where, placeText(alert, reader)],
    [texts.when, whenText(alert, reader)],
    [texts.last, `${valueText(alert, reader, alert.lastValue)} (${dateTime(alert.lastAt, reader)})`],
    [
      texts.supervisor,
      `${supervisorName(alert.supervisor, reader.language)} – ${ruleText(alert.condition, reader)}`,
    ],
  ];
}

/** The reason for notifying of an alert that is not new. */
const WHY = ['flapping', 'repeat', 'assigned', 'escalated'] as const;

const alsoValue = (other: NotifiedAlert['also'][number], reader: Reader) =>
  other.compared === null ? '' : comparedText(other, other.compared, reader);

const findingTexts = ({ finding }: NotifiedAlert, reader: Reader) =>
  finding === null
    ? null
    : wordsFor(reader.language, reader.unitSystem, reader.timeZone).texts({ ...NO_DETAILS, ...finding });

/** The diagnosis, how rarely that fault was confirmed, and what to do. */
function findingNotices(alert: NotifiedAlert, reader: Reader): string[] {
  const said = findingTexts(alert, reader);
  if (said === null) return [];
  const { precision } = alert;
  const doubt = precision !== null && isDoubtful(precision) ? doubtText(precision, reader.language) : null;
  return [said.sentence, doubt, said.act].flatMap((text) => text ?? []);
}

/** Facts that qualify an alert. */
export function noticesOf(alert: NotifiedAlert, reader: Reader): string[] {
  const texts = textsFor(reader.language).alert;
  return [
    ...WHY.filter((kind) => alert.kinds.includes(kind)).map((kind) => texts[kind]),
    ...alert.also.map((other) =>
      fill(texts.also, { rule: ruleText(other, reader), value: alsoValue(other, reader) }),
    ),
    ...findingNotices(alert, reader),
    ...(alert.late ? [texts.late] : []),
    ...(alert.clearedAt ? [fill(texts.cleared, { time: dateTime(alert.clearedAt, reader) })] : []),
    ...(isMuted(alert.sami) ? [texts.muted] : []),
  ];
}

/** Alerts of a digest by line, in order of name, and within it by box. */
export function byLineAndBox(
  alerts: readonly NotifiedAlert[],
  reader: Reader,
): { name: string; boxes: Map<string, NotifiedAlert[]> }[] {
  const texts = textsFor(reader.language);
  const lines = Map.groupBy(alerts, (alert) => alert.line);
  return [...lines]
    .sort(([a], [b]) => a.localeCompare(b, reader.language))
    .map(([line, ofLine]) => ({
      name: line === '' ? texts.place.no_line : fill(texts.alert.digest_line, { line }),
      boxes: Map.groupBy(ofLine, (alert) => alert.box),
    }));
}

/** One line for an alert in a digest; for a diagnosis it names the finding. */
export function digestLine(alert: NotifiedAlert, reader: Reader): string {
  const texts = textsFor(reader.language);
  const late = alert.late ? texts.alert.late_prefix : '';
  const said = findingTexts(alert, reader)?.sentence ?? sentenceOf(alert, reader);
  return `${late}${fill(texts.place.aero, { position: alert.position })}, ${dateTime(occurrenceTime(alert), reader)} – ${said}`;
}
