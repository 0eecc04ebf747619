import { MAX_ALERTS } from '../store-grouping.ts';
import { linkTo, occurrenceTime, sentenceOf, shortPlace, valueText } from './alert-words.ts';
import type { Site } from './rendered-message.ts';
import { fitSms } from './sms-text.ts';
import type { NotifiedAlert } from './store-content.ts';
import { dateTime, fill, limitOf, metricName, type Reader, textsFor } from './wording.ts';

/** The alert in a few words, for an SMS about several. */
function shortAlert(alert: NotifiedAlert, reader: Reader): string {
  return fill(textsFor(reader.language).short.one_of, {
    place: shortPlace(alert, reader),
    metric: metricName(alert.condition.metric, reader),
    value: valueText(alert, reader),
    limit: limitOf(alert.condition, reader),
  });
}

/** In at most this many SMS: what and where first, and the link is never cut. */
export function renderAlertSms(
  site: Site,
  reader: Reader,
  alerts: readonly NotifiedAlert[],
  most: number,
): string {
  const { short } = textsFor(reader.language);
  const [first] = alerts;
  if (alerts.length === 1 && first) {
    const link = linkTo(site, first);
    const text = fill(short.alert, {
      late: first.late && first.occurrence === 1 ? short.late : '',
      place: shortPlace(first, reader),
      sentence: sentenceOf(first, reader),
      time: dateTime(occurrenceTime(first), reader),
      link: '',
    });
    return fitSms(text, link, most);
  }
  // Up to five are listed one by one, as in a mail; more are listed by box.
  const places =
    alerts.length > MAX_ALERTS
      ? [...new Set(alerts.map((alert) => alert.box))].join(', ')
      : alerts.map((alert) => shortAlert(alert, reader)).join('; ');
  const text = fill(short.many, { title: site.title, count: alerts.length, places, link: '' });
  return fitSms(text, `${site.publicUrl}/alerts`, most);
}
