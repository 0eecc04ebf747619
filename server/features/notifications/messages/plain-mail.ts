import type { CardLink } from './card.ts';
import { button, paragraph } from './layout.ts';
import type { MailBody } from './rendered-message.ts';

/** A mail of a few lines, with the action below the first of them. */
export function plainMail(subject: string, lines: readonly string[], action?: CardLink): MailBody {
  const [first = '', ...others] = lines;
  const paragraphs = others.map((line) => paragraph(line)).join('');
  return {
    subject,
    preheader: first,
    html: paragraph(first) + (action ? button(action.label, action.link) : '') + paragraphs,
    text: [first, ...(action ? ['', action.link, ''] : []), ...others].join('\n'),
    attachments: [],
    isAlert: false,
  };
}
