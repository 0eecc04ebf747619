import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';
import { translateMessage } from './translate-message.ts';

const CODE = 'ready_made_supervisor';
/** What it is called in any language. */
export const READY_MADE_NAMES: readonly string[] = LANGUAGE_KEYS.map((language) =>
  translateMessage(CODE, language),
);

/** What the supervisor that a new client starts with is called in a language. */
export const readyMadeName = (language: Language): string => translateMessage(CODE, language);

/**
 * The name of a supervisor as its reader is told it: that of the ready-made one in the reader's language, as long as
 * nobody gave it another; every other name as it is.
 */
export const supervisorName = (name: string, language: Language): string =>
  READY_MADE_NAMES.includes(name) ? readyMadeName(language) : name;
