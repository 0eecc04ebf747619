import { type QuantityKey, unitOf } from '@aerowatch/domain/units';
import type { DurationUnit } from '@aerowatch/domain/validation';
import { messageOf, translateMessage } from '@aerowatch/i18n/translate-message';
import type { Formats } from '../lib/format.ts';
import { durationText } from '../lib/words/duration-text.ts';

/**
 * The meaning of a field's numbers: a quantity, a duration, or a plain unit; and the value of one stored
 * step.
 */
export type Measured =
  | { readonly quantity: QuantityKey; readonly step?: number }
  | { readonly duration: DurationUnit }
  | { readonly unit: string; readonly step?: number };
type Reader = Pick<Formats, 'unitSystem' | 'quantity' | 'number'>;
/** Messages whose parameters are values of the field itself. */
const OF_VALUES = ['between', 'below_minimum', 'min', 'max', 'at_least', 'at_most'];

/** A bound that is another field's duration. */
const LENGTH_OF_TIME = /^(\d+) (ms|s|min)$/;

/**
 * A message code with its bounds in the user's units: `between|0|400` of bars is `between|0 bar|400 bar`, and
 * `between|0 psi|5,802 psi` in imperial. `log_time_min|3725 s`, of another field, is `log_time_min|1 h 2 min
 * 5 s`.
 */
export function shownBounds(message: string, measured: Measured | null, formats: Reader): string {
  const [code = '', ...bounds] = message.split('|');
  const length = LENGTH_OF_TIME.exec(bounds[0] ?? '');
  if (length) return `${code}|${durationText(Number(length[1]), length[2] as DurationUnit)}`;
  if (measured === null || !OF_VALUES.includes(code)) return message;
  return [
    code,
    ...bounds.map((bound) =>
      bound.trim() === '' || Number.isNaN(Number(bound)) ? bound : withUnit(Number(bound), measured, formats),
    ),
  ].join('|');
}

function withUnit(bound: number, measured: Measured, { unitSystem, quantity, number }: Reader): string {
  if ('duration' in measured) return durationText(bound, measured.duration);
  const value = Number((bound * (measured.step ?? 1)).toPrecision(12));
  if ('quantity' in measured && unitSystem !== 'metric') return quantity(measured.quantity, value);
  const unit = 'unit' in measured ? measured.unit : unitOf(measured.quantity, unitSystem);
  return unit === '' ? number(value) : `${number(value)}\u00a0${unit}`;
}

/**
 * A server error, which is about stored values, with its bounds in the user's units. One whose numbers cannot
 * be interpreted only reports that the value is refused.
 */
export function shownRefusal(
  sentence: string,
  measured: Measured | null,
  formats: Reader & Pick<Formats, 'language'>,
): string {
  if (measured === null || !/\d/.test(sentence)) return sentence;
  const message = messageOf(sentence, formats.language, OF_VALUES);
  if (message !== null) return translateMessage(shownBounds(message, measured, formats), formats.language);
  const asStored = 'duration' in measured || (formats.unitSystem === 'metric' && (measured.step ?? 1) === 1);
  return asStored ? sentence : translateMessage('invalid', formats.language);
}
