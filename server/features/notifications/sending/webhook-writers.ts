import type { WebhookFormat } from '@aerowatch/domain/notifications/webhook-formats';
import type { Card, CardLink, CardSection } from '../messages/card.ts';

/** A card in the format of one chat, as JSON; null when it exceeds a limit of that chat. */
export const WRITERS: Readonly<Record<WebhookFormat, (card: Card) => string | null>> = {
  teams: (card) => JSON.stringify(teams(card)),
  slack,
  mattermost: (card) => JSON.stringify({ text: mattermost(card) }),
};
export const isWritten = (format: string): format is WebhookFormat => Object.hasOwn(WRITERS, format);

const clip = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/**
 * A message with one Adaptive Card, as accepted by the workflow “Post to a channel when a webhook request is
 * received”. Its texts are Markdown. Source: learn.microsoft.com, “Create Incoming Webhooks”; schema 1.4.
 */
function teams(card: Card): object {
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more });
  const sections = card.sections.flatMap((section) => [
    block(teamsText(section.heading), { weight: 'Bolder', separator: true }),
    ...section.notices.map((notice) => block(teamsText(notice), { color: 'Warning' })),
    ...(section.facts.length === 0
      ? []
      : [
          {
            type: 'FactSet',
            facts: section.facts.map(([title, value]) => ({
              title: teamsText(title),
              value: teamsText(value),
            })),
          },
        ]),
    ...(section.entries.length === 0
      ? []
      : [block(section.entries.map((entry) => `- ${teamsLink(entry)}`).join('\n'))]),
    ...(section.action === undefined ? [] : [block(teamsLink(section.action))]),
  ]);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(teamsText(card.title), { size: 'Medium', weight: 'Bolder' }),
      ...card.lead.map((line) => block(teamsText(line))),
      ...sections,
      block(teamsText(card.footer), { size: 'Small', isSubtle: true, separator: true }),
    ],
    actions: [{ type: 'Action.OpenUrl', title: card.action.label, url: card.action.link }],
    msteams: { width: 'Full' },
  };
  return {
    type: 'message',
    summary: card.title,
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

const teamsLink = ({ label, link }: CardLink): string =>
  `[${teamsText(label).replace(/[[\]]/g, '¦')}](${link})`;

/** A card supports only links, lists and emphasis of Markdown; not every client removes a backslash. */
const teamsText = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('](', ']\u200b(');

/** Limits of Block Kit: docs.slack.dev, “Blocks”. */
const SLACK = { blocks: 50, header: 150, text: 3000 };

/**
 * Blocks with a plain text for notifications. Source: docs.slack.dev, “Sending messages using incoming
 * webhooks”.
 */
function slack(card: Card): string | null {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  const texts = card.sections.flatMap((one) => slackSection(one, card.fact));
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: clip(card.title, SLACK.header), emoji: false } },
    ...card.lead.map((line) => section(mrkdwn(line))),
    ...texts.map(section),
    section(slackLink(card.action)),
    { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn(card.footer) }] },
  ];
  if (blocks.length > SLACK.blocks || texts.some((text) => text.length > SLACK.text)) return null;
  return JSON.stringify({ text: mrkdwn(card.title), blocks, unfurl_links: false });
}

function slackSection(
  { heading, notices, facts, entries, action }: CardSection,
  fact: Card['fact'],
): string[] {
  const lines = [
    `*${mrkdwn(heading)}*`,
    ...notices.map((notice) => `_${mrkdwn(notice)}_`),
    ...facts.map(([name, value]) => mrkdwn(fact(name, value))),
    ...entries.map((entry) => `• ${slackLink(entry)}`),
    ...(action === undefined ? [] : [slackLink(action)]),
  ];
  // One text holds 3,000 characters: a long list continues in the next.
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.pop();
    if (last === undefined) texts.push(line);
    else if (last.length + line.length < SLACK.text) texts.push(`${last}\n${line}`);
    else texts.push(last, line);
  }
  return texts;
}

const slackLink = ({ label, link }: CardLink): string => `<${link}|${mrkdwn(label).replaceAll('|', '¦')}>`;

/** Escapes the three characters of Slack's links and mentions; formatting characters lose their meaning. */
function mrkdwn(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[*_~`]/g, (sign) => `\u200b${sign}`);
}

/** Markdown of Mattermost. Source: developers.mattermost.com, “Incoming webhooks”. */
function mattermost(card: Card): string {
  const sections = card.sections.map((section) =>
    [
      `**${markdown(section.heading)}**`,
      ...section.notices.map((notice) => `> ${markdown(notice)}`),
      ...section.facts.map(([name, value]) => `- ${markdown(card.fact(name, value))}`),
      ...section.entries.map(listed),
      ...(section.action === undefined ? [] : ['', markdownLink(section.action)]),
    ].join('\n'),
  );
  return [
    `#### ${markdown(card.title)}`,
    ...card.lead.map(markdown),
    ...sections,
    markdownLink(card.action),
    `*${markdown(card.footer)}*`,
  ].join('\n\n');
}

const listed = (entry: CardLink): string => `- ${markdownLink(entry)}`;
const markdownLink = ({ label, link }: CardLink): string => `[${markdown(label)}](${link})`;

/** Text from people stays text: no markup, no line breaks, no mentions by @. */
function markdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|<>~]/g, (sign) => `\\${sign}`)
    .replace(/@(?=\w)/g, '@\u200b');
}
