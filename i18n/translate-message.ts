import { LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { MESSAGES } from './languages.ts';

/**
 * Says a message code in a language: `max_length|100` → "Maximum length is 100 characters".
 * A whole sentence (something with a space before its first bar) passes as it is; an unknown code is
 * said as "Is not valid" so that no code reaches a reader.
 */
export function translateMessage(message: string, language: Language): string {
  const [code = '', ...parameters] = message.split('|');
  const text = MESSAGES[language][code];
  if (text === undefined) return code.includes(' ') ? message : (MESSAGES[language].invalid ?? message);
  return text.replace(/\{\{(\d)\}\}/g, (_, index: string) => say(parameters[Number(index)] ?? '', language));
}

/**
 * The code behind a sentence that one of `codes` made in a language, with its parameters: "Value must be
 * between 0 and 400" → `between|0|400`. Null when none did.
 */
export function messageOf(sentence: string, language: Language, codes: readonly string[]): string | null {
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

/** Bounds are said as they are typed: no thousands mark, decimals as the language writes them. */
function say(parameter: string, language: Language): string {
  return /^-?\d+\.\d+$/.test(parameter) ? parameter.replace('.', LANGUAGES[language].decimal) : parameter;
}
