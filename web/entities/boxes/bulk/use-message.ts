import { translateMessage } from '@aerowatch/i18n/translate-message';
import { useCallback } from 'react';
import { shownBounds } from '../../../forms/shown-bounds.ts';
import { useFormats } from '../../../lib/format.ts';
import { measuredInBox } from '../aero-quantities.ts';

/** Says a message code about a field of the configuration in the reader's language and units. */
export function useMessage(): (field: string, message: string) => string {
  const formats = useFormats();
  return useCallback(
    (field, message) =>
      translateMessage(shownBounds(message, measuredInBox(`desired.${field}`), formats), formats.language),
    [formats],
  );
}
