import { translateMessage } from '@aerowatch/i18n/translate-message';
import { useCallback } from 'react';
import { useFormats } from '../../../lib/format.ts';

/** Says a message code of the domain in the reader's language. */
export function useMessage(): (message: string) => string {
  const { language } = useFormats();
  return useCallback((message) => translateMessage(message, language), [language]);
}
