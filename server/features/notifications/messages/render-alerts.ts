import { METRICS } from '@aerowatch/domain/metrics';
import { MAX_ALERTS } from '../store-grouping.ts';
import {
  byLineAndBox,
  digestLine,
  factsOf,
  linkTo,
  noticesOf,
  placeText,
  sentenceOf,
  subjectOf,
} from './alert-words.ts';
import { type Curve, curvePng, HEIGHT, WIDTH } from './curve.ts';
import { button, facts, html, notice, paragraph } from './layout.ts';
import type { MailBody, Site } from './rendered-message.ts';
import type { NotifiedAlert } from './store-content.ts';
import { dateTime, fill, limitOf, metricName, plural, quantity, type Reader, textsFor } from './wording.ts';

/** Up to five alerts one by one with their curves; more as a digest by line and box. */
export async function renderAlerts(
  site: Site,
  reader: Reader,
  alerts: readonly NotifiedAlert[],
  curveOf: (alert: NotifiedAlert) => Promise<Curve | null>,
): Promise<MailBody> {
  const texts = textsFor(reader.language).alert;
  const subject = subjectOf(alerts, reader);
  const heading = plural(texts, 'title', alerts.length, reader);
  const [first] = alerts;
  const preheader = first ? `${sentenceOf(first, reader)} ${placeText(first, reader)}` : '';
  if (alerts.length > MAX_ALERTS) {
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
  alert: NotifiedAlert,
  curveOf: (alert: NotifiedAlert) => Promise<Curve | null>,
) {
  const texts = textsFor(reader.language).alert;
  const link = linkTo(site, alert);
  const sentence = sentenceOf(alert, reader);
  const rows = factsOf(alert, reader);
  const notices = noticesOf(alert, reader);
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

/** The picture contains no text; the scale is written around it. */
function curveHtml(curve: Curve, cid: string, alert: NotifiedAlert, reader: Reader): string {
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

function renderDigest(site: Site, reader: Reader, alerts: readonly NotifiedAlert[]) {
  const texts = textsFor(reader.language);
  const markup: string[] = [];
  const plain: string[] = [];
  const heading = plural(texts.alert, 'title', alerts.length, reader);
  markup.push(`<h1 style="margin:0 0 12px;font-size:19px;color:#c92a2a">${html(heading)}</h1>`);
  plain.push(heading, '');
  for (const { name, boxes } of byLineAndBox(alerts, reader)) {
    markup.push(`<h2 style="margin:16px 0 6px;font-size:16px;color:#0b2e4f">${html(name)}</h2>`);
    plain.push(name);
    for (const [box, ofBox] of boxes) {
      const title = plural(texts.alert, 'digest_box', ofBox.length, reader, { box });
      markup.push(
        `<h3 style="margin:8px 0 2px;font-size:14px;color:#212529">${html(title)}</h3><ul style="margin:0 0 8px;padding-left:20px">`,
      );
      plain.push(`  ${title}`);
      for (const alert of ofBox) {
        const what = digestLine(alert, reader);
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
