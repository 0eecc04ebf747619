import { isLanguage } from '@aerowatch/domain/languages';
import type { Language, Viewer } from '../../viewer.ts';

/** The first of the caller's languages that we speak, else the user's own, else English. */
export function languageOf(acceptLanguage: string | undefined, viewer: Viewer | undefined): Language {
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map((part, index) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const q = options
        .map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1])
        .find((value) => value !== undefined);
      return { tag: tag.split('-')[0], weight: q === undefined ? 1 : Number(q), index };
    })
    .filter((one) => isLanguage(one.tag) && one.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)[0];
  if (preferred !== undefined) return preferred.tag as Language;
  return viewer?.kind === 'user' ? viewer.language : 'en';
}
