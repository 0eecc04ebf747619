import type { Level } from '@aerowatch/domain/access';
import { grants } from '@aerowatch/domain/access';
import type { Language } from '@aerowatch/domain/languages';

interface ReleaseNote {
  readonly file: string;
  /** Its headings for operators and programmers: environment variables, commands, files, calls. */
  readonly forOperators: readonly string[];
  /** Sets what people wrote as the language is printed. */
  readonly typeset: (markdown: string) => string;
}
/** The change log of each language. */
export const RELEASE_NOTES: Readonly<Record<Language, ReleaseNote>> = {
  en: {
    file: 'CHANGELOG.md',
    forOperators: ['Before you upgrade', 'For operators and programs'],
    typeset: (markdown) => markdown,
  },
  fr: {
    file: 'CHANGELOG.fr.md',
    forOperators: ['Avant la mise à niveau', 'Pour l’exploitation et les programmes'],
    typeset: typesetFrench,
  },
};

/** The change log for a user of this level: below administrators without the parts for operators. */
export function releaseNote(markdown: string, language: Language, level: Level): string {
  if (grants(level, 'admin')) return RELEASE_NOTES[language].typeset(markdown);
  const sections = markdown.split(/^(?=#{1,3} )/m);
  const left = sections.filter((section) => {
    const [, title] = /^### (.*)$/m.exec(section) ?? [];
    return title === undefined || !RELEASE_NOTES[language].forOperators.includes(title.trim());
  });
  return RELEASE_NOTES[language].typeset(left.join(''));
}

/**
 * French punctuation stays on the line of its word: people write the file with plain spaces. What is between
 * backticks is no French.
 */
function typesetFrench(markdown: string): string {
  return markdown.replace(
    /(`[^`]*`)|[ \u00a0]([:;!?»%])(?=[\s*.,)]|$)|«[ \u00a0]/gm,
    (_, code: string | undefined, mark: string | undefined) =>
      code ?? (mark === undefined ? '«\u202f' : `\u202f${mark}`),
  );
}
