import { type ConfigurationKey, isHelped } from '@aerowatch/domain/box-configuration';
import { SECRET_MASK } from '@aerowatch/domain/configuration-documents';
import { Group, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { DurationInput } from '../../forms/duration-input.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { QuantityInput } from '../../forms/quantity-input.tsx';
import { useText } from '../../lib/text.ts';
import { fieldOf, quantityOf } from './configuration-value.ts';

type Value = number | boolean | string | null | undefined;
interface Props {
  field: ConfigurationKey;
  value: Value;
  onChange: (value: number | boolean | string | null) => void;
  error?: React.ReactNode;
  /** Several boxes differ: a switch would show "off" and could not be set to it. */
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
export function ConfigurationInput({ field: key, value, onChange, error, mixed = false }: Props) {
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
}

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
  const number = typeof value === 'number' ? value : null;
  const duration = field.kind === 'integer' ? field.duration : undefined;
  if (duration === 'ms') return <MillisecondsInput {...shared} value={number} onChange={onChange} />;
  if (duration) return <DurationInput {...shared} unit={duration} value={number} onChange={onChange} />;
  if (key === 'aero1_type' || key === 'aero2_type')
    return <ModelInput {...shared} value={number} onChange={onChange} />;
  const shown = quantityOf(key);
  if (shown === null)
    return (
      <NumberInput
        {...shared}
        hideControls
        value={number ?? ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    );
  return (
    <QuantityInput
      {...shared}
      quantity={shown.quantity}
      metricDecimals={shown.step === 1 ? 0 : 1}
      decimalScale={undefined}
      value={number === null ? null : Number((number * shown.step).toPrecision(12))}
      onChange={(next) => onChange(next === null ? null : Math.round(next / shown.step))}
    />
  );
}

function WordInput({ field: key, value, onChange, shared }: PartProps) {
  const t = useText('configuration');
  const field = fieldOf(key);
  const text = typeof value === 'string' ? value : '';
  const length = field.kind === 'text' ? field.max : undefined;
  const sixDigits = field.kind === 'text' && field.format === 'six_digits';
  if (!field.secret)
    return (
      <TextInput
        {...shared}
        autoComplete="off"
        spellCheck={false}
        maxLength={length}
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
      maxLength={length}
      value={text}
      onFocus={(event) => {
        // A mask is replaced as a whole, not typed into.
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
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Hours, minutes and seconds, with the milliseconds that do not fit into them beside. */
function MillisecondsInput({ value, onChange, ...shared }: NumberProps) {
  const rest = (value ?? 0) % 1000;
  return (
    <DurationInput
      {...shared}
      unit="ms"
      value={value}
      onChange={(next) => onChange(next === null ? null : next + rest)}
    >
      <NumberInput
        aria-label={`${shared.label}, ms`}
        error={Boolean(shared.error)}
        hideControls
        min={0}
        max={999}
        allowDecimal={false}
        allowNegative={false}
        suffix={'\u00a0ms'}
        value={value === null ? '' : rest}
        onChange={(next) => onChange((value ?? 0) - rest + (typeof next === 'number' ? next : 0))}
      />
    </DurationInput>
  );
}

/** An AERO model: not connected, a known one, or the number of an unknown one. */
export function ModelInput({ value, onChange, ...shared }: NumberProps) {
  const t = useText('boxes');
  const domain = useText('domain');
  const other = value !== null && value > 2;
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
          if (next !== null) onChange(next === 'other' ? 3 : Number(next));
        }}
        allowDeselect={false}
      />
      {other ? (
        <NumberInput
          label={t('form.model_type')}
          hideControls
          min={3}
          max={255}
          allowDecimal={false}
          value={value}
          onChange={(next) => onChange(typeof next === 'number' ? Math.max(3, next) : 3)}
        />
      ) : null}
    </Group>
  );
}
