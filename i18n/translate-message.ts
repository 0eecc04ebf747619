import { errors as enErrors } from './en/errors.ts';
import { server as enServer } from './en/server.ts';
import { validation as enValidation } from './en/validation.ts';
import { errors as frErrors } from './fr/errors.ts';
import { server as frServer } from './fr/server.ts';
import { validation as frValidation } from './fr/validation.ts';

const MESSAGES: Record<'en' | 'fr', Readonly<Record<string, string>>> = {
  en: { ...enErrors, ...enValidation, ...enServer },
  fr: { ...frErrors, ...frValidation, ...frServer },
};

/**
 * Says a message code in a language: `max_length|100` → "Maximum length is 100 characters".
 * A whole sentence (something with a space before its first bar) passes as it is; an unknown code is
 * said as "Is not valid" so that no code reaches a reader.
 */
export function translateMessage(message: string, language: 'en' | 'fr'): string {
  const [code = '', ...parameters] = message.split('|');
  const text = MESSAGES[language][code];
  if (text === undefined) return code.includes(' ') ? message : (MESSAGES[language].invalid ?? message);
  return text.replace(/\{\{(\d)\}\}/g, (_, index: string) => say(parameters[Number(index)] ?? '', language));
}

/**
 * The code behind a sentence that one of `codes` made in a language, with its parameters: "Value must be
 * between 0 and 400" → `between|0|400`. Null when none did.
 */
export function messageOf(sentence: string, language: 'en' | 'fr', codes: readonly string[]): string | null {
  for (const code of codes) {
    const text = MESSAGES[language][code];
    if (text === undefined) continue;
    const places: number[] = [];
    const pattern = text
      .split(/(\{\{\d\}\})/)
      .map((part) => {
        const place = /^\{\{(\d)\}\}$/.exec(part)?.[1];
        if (place === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        places.push(Number(place));
        return '(-?[\\d.,]+)';
      })
      .join('');
    const found = new RegExp(`^${pattern}$`).exec(sentence);
    if (found === null || places.length === 0) continue;
    const parameters: string[] = new Array(Math.max(...places) + 1).fill('');
    places.forEach((place, index) => {
      parameters[place] = (found[index + 1] ?? '').replace(',', '.');
    });
    return [code, ...parameters].join('|');
  }
  return null;
}

/** Whether a code has a wording. */
export function isMessageCode(message: string): boolean {
  return (message.split('|')[0] ?? '') in MESSAGES.en;
}

/** Bounds are said as they are typed: no thousands mark, a comma for decimals in French. */
function say(parameter: string, language: 'en' | 'fr'): string {
  return language === 'fr' && /^-?\d+\.\d+$/.test(parameter) ? parameter.replace('.', ',') : parameter;
}
