import { LANGUAGES } from '@aerowatch/domain/languages';
import { decimalsOf, entered, type QuantityKey, shown, unitOf } from '@aerowatch/domain/units';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormats } from '../lib/format.ts';

interface Props extends Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  quantity: QuantityKey;
  /** In the stored (metric) unit; null when empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** Decimals of the stored value, where they differ from those of its quantity. */
  metricDecimals?: number;
}

/** A number typed in the reader's unit system and kept in metric, without loss on a round trip. */
export function QuantityInput({ quantity, value, onChange, metricDecimals, ...props }: Props) {
  const { unitSystem, language } = useFormats();
  const show = (stored: number | null): number | '' =>
    stored === null ? '' : unitSystem === 'metric' ? stored : shown(quantity, unitSystem, stored);
  const [typed, setTyped] = useState<number | string>(show(value));
  const typedStored = typeof typed === 'number' ? entered(quantity, unitSystem, typed, metricDecimals) : null;
  // A value from outside (loaded, reset) replaces the text; the field's own does not, or digits would jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed stays until the stored value or the units change
  useEffect(() => {
    if (value !== typedStored) setTyped(show(value));
  }, [value, unitSystem]);
  const decimals = Math.max(
    decimalsOf(quantity, unitSystem),
    unitSystem === 'metric' ? (metricDecimals ?? 0) : 0,
  );
  return (
    <NumberInput
      hideControls
      decimalSeparator={LANGUAGES[language].decimal}
      allowedDecimalSeparators={[',', '.']}
      decimalScale={decimals}
      suffix={`\u00a0${unitOf(quantity, unitSystem)}`}
      {...props}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number') onChange(entered(quantity, unitSystem, next, metricDecimals));
        else if (next === '') onChange(null);
      }}
    />
  );
}
