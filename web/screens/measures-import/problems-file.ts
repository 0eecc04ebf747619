import { LANGUAGES, type Language } from '@aerowatch/domain/languages';

/** Refused rows as a CSV for spreadsheets of a language; no cell is interpreted as a formula. */
export function problemsFile(
  headers: readonly string[],
  errors: readonly { line: number; column: string | null; message: string }[],
  language: Language,
): string {
  const { separator } = LANGUAGES[language];
  const cell = (text: string): string =>
    `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = errors.map(({ line, column, message }) =>
    [line, cell(column ?? ''), cell(message)].join(separator),
  );
  return `\uFEFF${[headers.map(cell).join(separator), ...lines].join('\r\n')}\r\n`;
}
