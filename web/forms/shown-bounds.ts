import type { QuantityKey } from '@aerowatch/domain/units';
import { messageOf, translateMessage } from '@aerowatch/i18n/translate-message';
import type { Formats } from '../lib/format.ts';

/** What the numbers of a field mean: their quantity, and what one stored step is worth. */
export interface Measured {
  readonly quantity: QuantityKey;
  readonly step?: number;
}
/** Messages whose parameters are values of the field itself. */
const OF_VALUES = ['between', 'below_minimum', 'min', 'max', 'at_least', 'at_most'];

/**
 * A message code with its bounds in the reader's units: `between|0|400` of bars is `between|0 psi|5,802 psi`
 * in imperial. A field stored as it is typed keeps its bounds.
 */
export function shownBounds(
  message: string,
  measured: Measured | null,
  formats: Pick<Formats, 'unitSystem' | 'quantity'>,
): string {
  const step = measured?.step ?? 1;
  const [code = '', ...bounds] = message.split('|');
  if (measured === null || !OF_VALUES.includes(code)) return message;
  if (asStored(measured, formats)) return message;
  return [
    code,
    ...bounds.map((bound) =>
      bound.trim() === '' || Number.isNaN(Number(bound))
        ? bound
        : formats.quantity(measured.quantity, Number(bound) * step),
    ),
  ].join('|');
}

/**
 * A server error, which speaks of stored values, with its bounds in the reader's units. One whose numbers
 * cannot be interpreted only says that the value is refused.
 */
export function shownRefusal(
  sentence: string,
  measured: Measured | null,
  formats: Pick<Formats, 'unitSystem' | 'quantity' | 'language'>,
): string {
  if (measured === null || asStored(measured, formats) || !/\d/.test(sentence)) return sentence;
  const message = messageOf(sentence, formats.language, OF_VALUES);
  return translateMessage(
    message === null ? 'invalid' : shownBounds(message, measured, formats),
    formats.language,
  );
}

function asStored({ step = 1 }: Measured, { unitSystem }: Pick<Formats, 'unitSystem'>): boolean {
  return unitSystem === 'metric' && step === 1;
}
