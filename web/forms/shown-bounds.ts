import type { QuantityKey } from '@aerowatch/domain/units';
import type { Formats } from '../lib/format.ts';

/** What the numbers of a field are: their quantity, and what one stored step of it is worth. */
export interface Measured {
  readonly quantity: QuantityKey;
  readonly step?: number;
}
/** Messages whose parameters are values of the field itself. */
const OF_VALUES = new Set(['between', 'below_minimum', 'min', 'max', 'at_least', 'at_most']);

/**
 * A message code with its bounds as the reader types them: `between|0|400` of bars is
 * `between|0 psi|5,802 psi` to an imperial one. What is stored as it is typed stays as it is.
 */
export function shownBounds(
  message: string,
  measured: Measured | null,
  formats: Pick<Formats, 'unitSystem' | 'quantity'>,
): string {
  const step = measured?.step ?? 1;
  const [code = '', ...bounds] = message.split('|');
  if (measured === null || !OF_VALUES.has(code)) return message;
  if (formats.unitSystem === 'metric' && step === 1) return message;
  return [
    code,
    ...bounds.map((bound) =>
      bound.trim() === '' || Number.isNaN(Number(bound))
        ? bound
        : formats.quantity(measured.quantity, Number(bound) * step),
    ),
  ].join('|');
}
