import { comparedQuantity } from '@aerowatch/domain/alerting/condition';
import { METRICS } from '@aerowatch/domain/metrics';
import { isMuted } from '@aerowatch/domain/sami';
import { formatKilometerPoint } from '@aerowatch/domain/units';
import { MOST_ALERTS } from '../store-gather.ts';
import { type Curve, curvePng, HEIGHT, WIDTH } from './curve.ts';
import { button, facts, html, notice, paragraph } from './layout.ts';
import type { Rendered, Site } from './rendered.ts';
import { fitSms } from './sms-text.ts';
import type { ToldAlert } from './store-content.ts';
import {
  alertSentence,
  dateTime,
  fill,
  limitOf,
  metricName,
  plural,
  quantity,
  type Reader,
  ruleText,
  textsFor,
} from './wording.ts';

/** `AERO 1, box BOX-17, line 830000, track V1, pole 12/7, KP 105+129`. */
export function placeText(alert: ToldAlert, reader: Reader): string {
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
function shortPlace(alert: ToldAlert, reader: Reader): string {
  const { place } = textsFor(reader.language);
  const where = alert.pole === '' ? '' : `, ${fill(place.pole, { pole: alert.pole })}`;
  return `${fill(place.aero, { position: alert.position })}, ${alert.box}${where}`;
}

const linkTo = (site: Site, alert: ToldAlert) => `${site.publicUrl}/alerts/${alert.id}`;
/** An action that comes again tells the datapoint it is about, not how the alert began. */
const toldValue = (alert: ToldAlert) => (alert.occurrence > 1 ? alert.lastValue : alert.value);
const toldTime = (alert: ToldAlert) => (alert.occurrence > 1 ? alert.lastAt : alert.openedAt);
const sentenceOf = (alert: ToldAlert, reader: Reader) =>
  alertSentence(alert.condition, toldValue(alert), reader);
const valueText = (alert: ToldAlert, reader: Reader, value = toldValue(alert)) =>
  quantity(comparedQuantity(alert.condition), value, reader);

function subjectOf(alerts: readonly ToldAlert[], reader: Reader): string {
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

/** Up to five alerts one by one with their curves; more of them as a digest by line and box. */
export async function renderAlerts(
  site: Site,
  reader: Reader,
  alerts: readonly ToldAlert[],
  curveOf: (alert: ToldAlert) => Promise<Curve | null>,
): Promise<Rendered> {
  const texts = textsFor(reader.language).alert;
  const subject = subjectOf(alerts, reader);
  const heading = plural(texts, 'title', alerts.length, reader);
  const [first] = alerts;
  const preheader = first ? `${sentenceOf(first, reader)} ${placeText(first, reader)}` : '';
  if (alerts.length > MOST_ALERTS) {
    const digest = renderDigest(site, reader, alerts);
    return { subject, preheader: heading, ...digest, attachments: [], isAlert: true };
  }
  const parts = await Promise.all(alerts.map((alert) => renderOne(site, reader, alert, curveOf)));
  const rule = '<hr style="border:0;border-top:1px solid #e3e7ec;margin:6px 0 20px">';
  return {
    subject,
    preheader,
    html:
      parts.map((part) => part.html).join(rule) + paragraph(texts.what_next, 'color:#5c636a;font-size:14px'),
    text: `${parts.map((part) => part.text).join('\n\n----\n\n')}\n\n${texts.what_next}`,
    attachments: parts.flatMap((part) => part.attachment ?? []),
    isAlert: true,
  };
}

async function renderOne(
  site: Site,
  reader: Reader,
  alert: ToldAlert,
  curveOf: (alert: ToldAlert) => Promise<Curve | null>,
) {
  const texts = textsFor(reader.language).alert;
  const link = linkTo(site, alert);
  const sentence = sentenceOf(alert, reader);
  const rows: (readonly [string, string])[] = [
    [texts.where, placeText(alert, reader)],
    [texts.when, whenText(alert, reader)],
    [texts.last, `${valueText(alert, reader, alert.lastValue)} (${dateTime(alert.lastAt, reader)})`],
    [texts.supervisor, `${alert.supervisor} – ${ruleText(alert.condition, reader)}`],
  ];
  const notices = [
    ...(alert.late ? [texts.late] : []),
    ...(alert.clearedAt ? [fill(texts.cleared, { time: dateTime(alert.clearedAt, reader) })] : []),
    ...(isMuted(alert.sami) ? [texts.muted] : []),
  ];
  const curve = await curveOf(alert);
  const cid = `curve-${alert.id}@aerowatch`;
  return {
    html:
      `<h1 style="margin:0 0 12px;font-size:19px;line-height:26px;color:#c92a2a">${html(sentence)}</h1>` +
      notices.map(notice).join('') +
      facts(rows) +
      (curve ? curveHtml(curve, cid, alert, reader) : '') +
      button(texts.open, link),
    text: [
      sentence,
      ...notices,
      ...rows.map(([name, value]) => fill(texts.fact, { name, value })),
      link,
    ].join('\n'),
    attachment: curve
      ? { filename: `curve-${alert.id}.png`, cid, content: await curvePng(curve), contentType: 'image/png' }
      : undefined,
  };
}

function whenText(alert: ToldAlert, reader: Reader): string {
  const texts = textsFor(reader.language).alert;
  const time = dateTime(alert.openedAt, reader);
  return alert.occurrences > 1 && alert.lastAt > alert.openedAt
    ? fill(texts.again, { count: alert.occurrences, time })
    : time;
}

/** The picture holds no words; the scale stands around it. */
function curveHtml(curve: Curve, cid: string, alert: ToldAlert, reader: Reader): string {
  const texts = textsFor(reader.language).alert;
  const { quantity: key } = METRICS[curve.metric];
  const small = 'font-size:12px;color:#5c636a';
  const limit = curve.limit === null ? '' : limitOf(alert.condition, reader);
  const description = fill(curve.limit === null ? texts.curve_plain : texts.curve, {
    metric: metricName(curve.metric === 'stroke' ? 'stroke' : alert.condition.metric, reader),
    limit,
  });
  const range = `${quantity(key, curve.low, reader)} – ${quantity(key, curve.high, reader)}`;
  return `<p style="margin:0 0 4px;${small}">${html(description)} (${html(range)})</p>
<img src="cid:${cid}" width="${WIDTH}" height="${HEIGHT}" alt="${html(`${description}, ${range}`)}" style="display:block;width:100%;max-width:${WIDTH}px;height:auto;border:1px solid #e3e7ec;border-radius:4px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;margin:4px 0 14px"><tr><td style="${small}">${html(dateTime(curve.from, reader))}</td><td align="right" style="${small}">${html(dateTime(curve.to, reader))}</td></tr></table>`;
}

function renderDigest(site: Site, reader: Reader, alerts: readonly ToldAlert[]) {
  const texts = textsFor(reader.language);
  const markup: string[] = [];
  const plain: string[] = [];
  const heading = plural(texts.alert, 'title', alerts.length, reader);
  markup.push(`<h1 style="margin:0 0 12px;font-size:19px;color:#c92a2a">${html(heading)}</h1>`);
  plain.push(heading, '');
  const lines = Map.groupBy(alerts, (alert) => alert.line);
  for (const [line, ofLine] of [...lines].sort(([a], [b]) => a.localeCompare(b, reader.language))) {
    const name = line === '' ? texts.place.no_line : fill(texts.alert.digest_line, { line });
    markup.push(`<h2 style="margin:16px 0 6px;font-size:16px;color:#0b2e4f">${html(name)}</h2>`);
    plain.push(name);
    for (const [box, ofBox] of Map.groupBy(ofLine, (alert) => alert.box)) {
      const title = plural(texts.alert, 'digest_box', ofBox.length, reader, { box });
      markup.push(
        `<h3 style="margin:8px 0 2px;font-size:14px;color:#212529">${html(title)}</h3><ul style="margin:0 0 8px;padding-left:20px">`,
      );
      plain.push(`  ${title}`);
      for (const alert of ofBox) {
        const late = alert.late ? texts.alert.late_prefix : '';
        const what = `${late}${fill(texts.place.aero, { position: alert.position })}, ${dateTime(toldTime(alert), reader)} – ${sentenceOf(alert, reader)}`;
        markup.push(
          `<li style="font-size:14px;line-height:20px"><a href="${html(linkTo(site, alert))}" style="color:#1864ab">${html(what)}</a></li>`,
        );
        plain.push(`    - ${what} ${linkTo(site, alert)}`);
      }
      markup.push('</ul>');
    }
    plain.push('');
  }
  const all = `${site.publicUrl}/alerts`;
  return {
    html: markup.join('') + button(texts.alert.open_all, all),
    text: [...plain, fill(texts.alert.fact, { name: texts.alert.open_all, value: all })].join('\n'),
  };
}

/** What and where in a few words, for an SMS of several. */
function shortAlert(alert: ToldAlert, reader: Reader): string {
  return fill(textsFor(reader.language).sms.one_of, {
    place: shortPlace(alert, reader),
    metric: metricName(alert.condition.metric, reader),
    value: valueText(alert, reader),
    limit: limitOf(alert.condition, reader),
  });
}

/** At most two SMS: what and where first, the link never cut. */
export function renderAlertSms(site: Site, reader: Reader, alerts: readonly ToldAlert[]): string {
  const { sms } = textsFor(reader.language);
  const [first] = alerts;
  if (alerts.length === 1 && first) {
    const link = linkTo(site, first);
    const text = fill(sms.alert, {
      late: first.late && first.occurrence === 1 ? sms.late : '',
      place: shortPlace(first, reader),
      sentence: sentenceOf(first, reader),
      time: dateTime(toldTime(first), reader),
      link: '',
    });
    return fitSms(text, link);
  }
  // Up to five are told one by one, as in a mail; more as the boxes they are of.
  const places =
    alerts.length > MOST_ALERTS
      ? [...new Set(alerts.map((alert) => alert.box))].join(', ')
      : alerts.map((alert) => shortAlert(alert, reader)).join('; ');
  const text = fill(sms.many, { title: site.title, count: alerts.length, places, link: '' });
  return fitSms(text, `${site.publicUrl}/alerts`);
}
