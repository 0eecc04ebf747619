import { MAX_ALERTS } from '../store-grouping.ts';
import {
  byLineAndBox,
  digestLine,
  factsOf,
  linkTo,
  noticesOf,
  sentenceOf,
  subjectOf,
} from './alert-words.ts';
import type { Card, CardSection } from './card.ts';
import type { Site } from './rendered-message.ts';
import type { NotifiedAlert } from './store-content.ts';
import { fill, plural, type Reader, textsFor } from './wording.ts';

/** Up to `MAX_ALERTS` alerts one by one, more as a digest by line and box, as in e-mails. */
export function alertCard(site: Site, reader: Reader, alerts: readonly NotifiedAlert[]): Card {
  const { alert: texts } = textsFor(reader.language);
  const [first] = alerts;
  const alone = alerts.length === 1 && first !== undefined;
  const digest = alerts.length > MAX_ALERTS;
  return {
    title: subjectOf(alerts, reader),
    lead: [],
    sections: digest
      ? digestSections(site, reader, alerts)
      : alerts.map((alert) => alertSection(site, reader, alert, alone)),
    action: alone
      ? { label: texts.open, link: linkTo(site, first) }
      : { label: texts.open_all, link: `${site.publicUrl}/alerts` },
    footer: footerOf(site, reader, true),
    fact: (name, value) => fill(texts.fact, { name, value }),
    more: (count) => fill(texts.and_more, { count }),
  };
}

/** A card of a few lines that is not about alerts. */
export function plainCard(site: Site, reader: Reader, title: string, lead: readonly string[]): Card {
  return {
    title,
    lead,
    sections: [],
    action: { label: site.title, link: site.publicUrl },
    footer: footerOf(site, reader, false),
    fact: (name, value) => `${name} ${value}`,
    more: () => '',
  };
}

/** Why the reader gets the card, and where to change that. */
export function footerOf(site: Site, reader: Reader, isAlert: boolean): string {
  const texts = textsFor(reader.language);
  return isAlert
    ? fill(texts.footer_alert, { title: site.title, link: `${site.publicUrl}/preferences` })
    : fill(texts.footer, { title: site.title, link: site.publicUrl });
}

function alertSection(site: Site, reader: Reader, alert: NotifiedAlert, alone: boolean): CardSection {
  const { alert: texts } = textsFor(reader.language);
  return {
    heading: sentenceOf(alert, reader),
    notices: noticesOf(alert, reader),
    facts: factsOf(alert, reader),
    entries: [],
    ...(alone ? {} : { action: { label: texts.open, link: linkTo(site, alert) } }),
  };
}

function digestSections(site: Site, reader: Reader, alerts: readonly NotifiedAlert[]): CardSection[] {
  const { alert: texts } = textsFor(reader.language);
  return byLineAndBox(alerts, reader).flatMap(({ name, boxes }) =>
    [...boxes].map(([box, ofBox]) => ({
      heading: `${name} – ${plural(texts, 'digest_box', ofBox.length, reader, { box })}`,
      notices: [],
      facts: [],
      entries: ofBox.map((alert) => ({ label: digestLine(alert, reader), link: linkTo(site, alert) })),
    })),
  );
}
