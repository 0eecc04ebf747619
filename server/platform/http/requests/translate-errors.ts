import { translateMessage } from '@aerowatch/i18n/translate-message';
import type { Language } from '../../viewer.ts';

/** Messages by field, or by column of a file's row. */
export type RowErrors = Record<string, string[]>;

/** The same in words of a language. */
export const translateErrors = (errors: RowErrors, language: Language): RowErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([key, messages]) => [
      key,
      messages.map((message) => translateMessage(message, language)),
    ]),
  );
