import { translateMessage } from '@aerowatch/i18n/translate-message';
import { useCallback } from 'react';
import { measuredInBox } from '../../../entities/boxes/form/aero-quantities.ts';
import { shownBounds } from '../../../forms/shown-bounds.ts';
import { useFormats } from '../../../lib/format.ts';

/** The text of a message code about a configuration field, in the reader's language and units. */
export function useMessage(): (field: string, message: string) => string {
  const formats = useFormats();
  return useCallback(
    (field, message) =>
      translateMessage(shownBounds(message, measuredInBox(`desired.${field}`), formats), formats.language),
    [formats],
  );
}
