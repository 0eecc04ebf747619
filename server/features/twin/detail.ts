import { isMessageCode, translateMessage } from '@aerowatch/i18n/translate-message';
import type { Language } from '../../platform/viewer.ts';

/** A reason of ours is a code and said in the reader's language; a reason of the box stays in its words. */
export function sayDetail(detail: string | null, language: Language): string | null {
  return detail !== null && isMessageCode(detail) ? translateMessage(detail, language) : detail;
}
