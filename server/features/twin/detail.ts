import { isMessageCode, translateMessage } from '@aerowatch/i18n/translate-message';
import type { Language } from '../../platform/viewer.ts';

/** A reason of ours is a code and is translated; a reason of the box is shown unchanged. */
export function sayDetail(detail: string | null, language: Language): string | null {
  return detail !== null && isMessageCode(detail) ? translateMessage(detail, language) : detail;
}
