import type { Level } from '@aerowatch/domain/access';
import { grants } from '@aerowatch/domain/access';
import type { Language } from '@aerowatch/domain/languages';

/**
 * Headings of a version in the change log that speak to whoever installs it or writes programs for it: variables of
 * the environment, commands, files, calls.
 */
const FOR_OPERATORS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Before you upgrade', 'For operators and programs'],
  fr: ['Avant la mise à niveau', 'Pour l’exploitation et les programmes'],
};

/** The change log as somebody of this level reads it: below administrators without what operators alone use. */
export function releaseNote(markdown: string, language: Language, level: Level): string {
  if (grants(level, 'admin')) return markdown;
  const sections = markdown.split(/^(?=#{1,3} )/m);
  const left = sections.filter((section) => {
    const [, title] = /^### (.*)$/m.exec(section) ?? [];
    return title === undefined || !FOR_OPERATORS[language].includes(title.trim());
  });
  return left.join('');
}
