import { decimalsOf, entered, QUANTITIES, type QuantityKey, shown, unitOf } from '@aerowatch/domain/units';
import { useMemo } from 'react';
import { useFormats } from '../lib/format.ts';
import { memoField } from './memo-field.tsx';
import { clean, keyboardOf, numberNotation } from './number-field.tsx';
import { type FieldProps, TypedInput } from './typed/typed-input.tsx';
import { type TypedProps, useField } from './typed/use-field.ts';

/** The value is in the stored (metric) unit. */
interface Props extends FieldProps, TypedProps<number> {
  quantity: QuantityKey;
  /** Decimals of the stored value, if they differ from those of its quantity; 0: a whole number. */
  metricDecimals?: number;
  /** Value of one step of the stored value, if its steps are smaller than the unit. */
  step?: number;
  /** Whether it may be negative. */
  signed?: boolean;
}

/** A number typed in the user's unit system and stored in metric, without loss on a round trip. */
export const QuantityInput = memoField(function QuantityInput(props: Props) {
  const { quantity, value, onChange, metricDecimals, step = 1, signed = false, ...input } = props;
  const { unitSystem, language } = useFormats();
  const unit = unitOf(quantity, unitSystem);
  const metric = unitSystem === 'metric';
  const kept = metricDecimals ?? QUANTITIES[quantity].metric.decimals;
  const decimals = metric ? kept : decimalsOf(quantity, unitSystem);
  const notation = useMemo(
    () =>
      numberNotation({
        language,
        unit,
        decimals,
        shown: (stored) => (metric ? clean(stored * step) : shown(quantity, unitSystem, stored * step)),
        stored: (typed) => clean(entered(quantity, unitSystem, typed, kept) / step),
      }),
    [language, unit, decimals, metric, quantity, unitSystem, kept, step],
  );
  const field = useField(notation, { value, onChange, error: input.error });
  return (
    <TypedInput
      inputMode={keyboardOf(decimals, signed)}
      {...input}
      kind={decimals === 0 ? 'whole' : 'number'}
      field={field}
      unit={unit}
    />
  );
});
