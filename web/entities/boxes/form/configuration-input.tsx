import { type ConfigurationKey, isHelped } from '@aerowatch/domain/box/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/box/configuration-documents';
import { Group, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { DurationInput } from '../../../forms/duration-input.tsx';
import { memoField } from '../../../forms/memo-field.tsx';
import { NumberField } from '../../../forms/number-field.tsx';
import { PasswordField } from '../../../forms/password/password-field.tsx';
import { QuantityInput } from '../../../forms/quantity-input.tsx';
import { TextField } from '../../../forms/text-field.tsx';
import type { Held } from '../../../forms/typed/reading.ts';
import { useText } from '../../../lib/text.ts';
import { fieldOf, quantityOf } from './configuration-value.ts';

type Value = number | boolean | string | null | undefined;
interface Props {
  field: ConfigurationKey;
  value: Value;
  onChange: (value: number | boolean | string | null) => void;
  error?: React.ReactNode;
  /** The values of several boxes differ: a switch would show "off" and could not be set to it. */
  mixed?: boolean;
}

/** Props shared by the inputs of all fields. */
interface Shared {
  label: string;
  description: string | undefined;
  error: React.ReactNode;
}
interface PartProps {
  field: ConfigurationKey;
  value: Value;
  onChange: Props['onChange'];
  shared: Shared;
}

/** One field of a configuration, drawn from the domain's table: duration, switch, model, quantity, text or secret. */
export const ConfigurationInput = memoField(function ConfigurationInput({
  field: key,
  value,
  onChange,
  error,
  mixed = false,
}: Props) {
  const t = useText('configuration');
  const { kind } = fieldOf(key);
  const shared = {
    label: t(`field.${key}`),
    description: isHelped(key) ? t(`help.${key}`) : undefined,
    error,
  };
  const part = { field: key, value, onChange, shared };
  if (kind === 'boolean') return mixed ? <MixedSwitch {...part} /> : <OneSwitch {...part} />;
  return kind === 'integer' ? <IntegerInput {...part} /> : <WordInput {...part} />;
});

function MixedSwitch({ value, onChange, shared }: PartProps) {
  const t = useText('configuration');
  return (
    <Select
      {...shared}
      data={[
        { value: 'true', label: t('value.on') },
        { value: 'false', label: t('value.off') },
      ]}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(next) => {
        if (next !== null) onChange(next === 'true');
      }}
      allowDeselect={false}
    />
  );
}

function OneSwitch({ value, onChange, shared }: PartProps) {
  return (
    <Switch
      {...shared}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      mt={4}
    />
  );
}

function IntegerInput({ field: key, value, onChange, shared }: PartProps) {
  const field = fieldOf(key);
  const held = { value: typeof value === 'boolean' ? null : (value ?? null), onChange };
  const duration = field.kind === 'integer' ? field.duration : undefined;
  if (duration) return <DurationInput {...shared} {...held} unit={duration} />;
  if (key === 'aero1_type' || key === 'aero2_type') return <ModelInput {...shared} {...held} />;
  const shown = quantityOf(key);
  if (shown === null) return <NumberField {...shared} {...held} />;
  return (
    <QuantityInput
      {...shared}
      {...held}
      quantity={shown.quantity}
      metricDecimals={shown.step === 1 ? 0 : 1}
      step={shown.step}
    />
  );
}

function WordInput({ field: key, value, onChange, shared }: PartProps) {
  const t = useText('configuration');
  const field = fieldOf(key);
  const text = typeof value === 'string' ? value : '';
  const length = field.kind === 'text' ? field.max : Number.POSITIVE_INFINITY;
  const sixDigits = field.kind === 'text' && field.format === 'six_digits';
  if (!field.secret)
    return (
      <TextField
        {...shared}
        autoComplete="off"
        spellCheck={false}
        max={length}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <PasswordField
      {...shared}
      description={text === SECRET_MASK ? t('secret_masked') : shared.description}
      autoComplete="new-password"
      inputMode={sixDigits ? 'numeric' : undefined}
      value={text}
      onFocus={(event) => {
        // A mask is replaced as a whole, because editing it makes no sense.
        if (text === SECRET_MASK) event.currentTarget.select();
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface NumberProps {
  label: string;
  description?: string;
  error?: React.ReactNode;
  value: Held<number>;
  onChange: (value: Held<number>) => void;
}

/** The first model without a name. */
const FIRST_UNDEFINED = 3;

/** An AERO model: not connected, a known one, or the number of an unknown one. */
export const ModelInput = memoField(function ModelInput({ value, onChange, ...shared }: NumberProps) {
  const t = useText('boxes');
  const domain = useText('domain');
  // While typing, the text may be empty, or the first of several digits.
  const [typing, setTyping] = useState(false);
  const other = typing || (value !== null && !(typeof value === 'number' && value <= 2));
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap" grow>
      <Select
        {...shared}
        data={[
          { value: '0', label: domain('model.not_connected') },
          { value: '1', label: domain('model.aero_480') },
          { value: '2', label: domain('model.aero_1000') },
          { value: 'other', label: t('form.undefined_model') },
        ]}
        value={value === null ? null : other ? 'other' : String(value)}
        onChange={(next) => {
          if (next === null) return;
          setTyping(false);
          onChange(next === 'other' ? FIRST_UNDEFINED : Number(next));
        }}
        allowDeselect={false}
      />
      {other ? (
        <NumberField
          label={t('form.model_type')}
          error={Boolean(shared.error)}
          value={value}
          onFocus={() => setTyping(true)}
          // An emptied field stays, to show that it is required.
          onBlur={() => setTyping(value === null)}
          onChange={onChange}
        />
      ) : null}
    </Group>
  );
});
