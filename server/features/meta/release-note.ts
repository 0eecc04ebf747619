import type { Level } from '@aerowatch/domain/access';
import { grants } from '@aerowatch/domain/access';
import type { Language } from '@aerowatch/domain/languages';

/**
 * The change log of each language, and its headings for operators and programmers: environment variables,
 * commands, files, calls.
 */
export const RELEASE_NOTES: Readonly<Record<Language, { file: string; forOperators: readonly string[] }>> = {
  en: { file: 'CHANGELOG.md', forOperators: ['Before you upgrade', 'For operators and programs'] },
  fr: {
    file: 'CHANGELOG.fr.md',
    forOperators: ['Avant la mise à niveau', 'Pour l’exploitation et les programmes'],
  },
};

/** The change log for a user of this level: below administrators without the parts for operators. */
export function releaseNote(markdown: string, language: Language, level: Level): string {
  if (grants(level, 'admin')) return typeset(markdown, language);
  const sections = markdown.split(/^(?=#{1,3} )/m);
  const left = sections.filter((section) => {
    const [, title] = /^### (.*)$/m.exec(section) ?? [];
    return title === undefined || !RELEASE_NOTES[language].forOperators.includes(title.trim());
  });
  return typeset(left.join(''), language);
}

/**
 * French punctuation stays on the line of its word: people write the file with plain spaces. What is between
 * backticks is no French.
 */
function typeset(markdown: string, language: Language): string {
  if (language !== 'fr') return markdown;
  return markdown.replace(
    /(`[^`]*`)|[ \u00a0]([:;!?»%])(?=[\s*.,)]|$)|«[ \u00a0]/gm,
    (_, code: string | undefined, mark: string | undefined) =>
      code ?? (mark === undefined ? '«\u202f' : `\u202f${mark}`),
  );
}
