import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Button, Fieldset, Paper, Select, type SelectProps, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { memoField } from '../../../forms/memo-field.tsx';
import { NumberField } from '../../../forms/number-field.tsx';
import { QuantityInput } from '../../../forms/quantity-input.tsx';
import { TextField } from '../../../forms/text-field.tsx';
import type { Held } from '../../../forms/typed/reading.ts';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { ConfirmDelete } from '../../../ui/confirm-delete.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { AERO_QUANTITIES, type AeroQuantity, EXPANSION_STEP, EXPANSION_UNIT } from './aero-quantities.ts';
import { ModelInput } from './configuration-input.tsx';
import { type AeroValues, NEW_AERO } from './form-values.ts';
import type { BoxForm } from './identity-fields.tsx';

const CONDUCTORS = [
  'wire',
  'messenger',
  'wire_and_messenger',
] as const satisfies readonly AeroValues['conductor_type'][];
/** One object for all renders: a new one would render its field again. */
const WHOLE_ROW = { gridColumn: '1 / -1' };
const NUMBERS = Object.keys(AERO_QUANTITIES) as AeroQuantity[];

/** The form only marks the deletion: the AERO is deleted when the box is saved. */
const NOTHING_SENT = {
  ok: true,
  status: 204,
  data: undefined,
  headers: new Headers(),
  staleSince: null,
} as const;

interface Props {
  form: BoxForm;
  /** 0 or 1. */
  index: number;
  /** Deleting a stored AERO deletes its measures: this asks for a typed confirmation first. */
  stored: boolean;
}

/** The AERO at a position of the form, and its actions. */
export function useAeroOfForm(form: BoxForm, index: number) {
  const position = index + 1;
  const aero = form.values.aeros[index] ?? null;
  const setAero = (value: AeroValues | null): void =>
    form.setFieldValue(
      'aeros',
      form.values.aeros.map((one, at) => (at === index ? value : one)),
    );
  /** The box must be configured for this model. */
  const setType = (type: Held<number>): void => form.setFieldValue(`desired.aero${position}_type`, type);
  return {
    aero,
    position,
    add: (line: string, type: Held<number> = NEW_AERO.model_type): void => {
      setAero({ ...NEW_AERO, line, model_type: type });
      setType(type);
    },
    remove: (): void => {
      setAero(null);
      setType(0);
    },
    setModel: (type: Held<number>): void => {
      form.setFieldValue(`aeros.${index}.model_type`, type);
      setType(type);
    },
  };
}

/** One AERO of a box, or the button to add one. */
export function AeroFields({ form, index, stored }: Props) {
  const domain = useText('domain');
  const { aero, position, add, remove, setModel } = useAeroOfForm(form, index);
  if (aero === null) return <NoAero position={position} onAdd={() => add(form.values.line)} />;
  const part = { form, index, aero };
  return (
    <Fieldset legend={domain('aero', { position })} miw={0}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <ModelInput
            label={domain('field.model_type')}
            error={form.errors[pathOf(index, 'model_type')]}
            value={aero.model_type}
            onChange={setModel}
          />
          <Properties {...part} />
        </SimpleGrid>
        <Limits {...part} />
        <Removal
          name={`${form.values.serial_number} ${domain('aero', { position })}`}
          position={position}
          stored={stored}
          onRemove={remove}
        />
      </Stack>
    </Fieldset>
  );
}

/** Further properties and limits of an AERO whose model is chosen elsewhere. */
export function AeroDetails({ form, index }: Omit<Props, 'stored'>) {
  const domain = useText('domain');
  const { aero, position } = useAeroOfForm(form, index);
  if (aero === null) return null;
  const part = { form, index, aero };
  return (
    <Fieldset legend={domain('aero', { position })} miw={0}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Properties {...part} />
        </SimpleGrid>
        <Limits {...part} />
      </Stack>
    </Fieldset>
  );
}

interface RemovalProps {
  /** The text typed for confirmation. */
  name: string;
  position: number;
  stored: boolean;
  onRemove: () => void;
}
/** Removes an AERO from the form; for a stored one only managers may, after typing a sentence. */
function Removal({ name, position, stored, onRemove }: RemovalProps) {
  const t = useText('boxes');
  const privileged = useGrants('privileged');
  const [removing, setRemoving] = useState(false);
  if (stored && !privileged) return <SmallText>{t('form.aero_kept')}</SmallText>;
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => (stored ? setRemoving(true) : onRemove())}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('form.remove_aero', { position })}
      </Button>
      <ConfirmDelete
        name={removing ? name : null}
        onClose={() => setRemoving(false)}
        onConfirm={async () => {
          onRemove();
          return NOTHING_SENT;
        }}
      >
        {t('form.remove_aero_text')}
      </ConfirmDelete>
    </>
  );
}

function NoAero({ position, onAdd }: { position: number; onAdd: () => void }) {
  const t = useText('boxes');
  const domain = useText('domain');
  return (
    <Paper p="md" style={{ borderStyle: 'dashed' }}>
      <Stack align="flex-start" gap="xs">
        <Text size="md" fw={600}>
          {domain('aero', { position })}
        </Text>
        <Text c="dimmed">{t('form.no_aero')}</Text>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {t('form.add_aero', { position })}
        </Button>
      </Stack>
    </Paper>
  );
}

interface PartProps {
  form: BoxForm;
  index: number;
  aero: AeroValues;
}
const pathOf = (index: number, name: keyof AeroValues) => `aeros.${index}.${name}`;

/** The limits shown on its curves. */
function Limits(part: PartProps) {
  const t = useText('boxes');
  return (
    <div>
      <Text fw={600}>{t('form.thresholds')}</Text>
      <SmallText mb="xs">{t('form.thresholds_help')}</SmallText>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {NUMBERS.filter((name) => AERO_QUANTITIES[name].limit).map((name) => (
          <QuantityField key={name} {...part} name={name} />
        ))}
      </SimpleGrid>
    </div>
  );
}

/** The data of its type plate besides the model, and its place. */
function Properties(part: PartProps) {
  const domain = useText('domain');
  const { form, index } = part;
  return (
    <>
      <TextField
        label={domain('field.serial_number')}
        autoComplete="off"
        max={TEXT_LENGTHS.aero.serial_number}
        {...form.getInputProps(pathOf(index, 'serial_number'))}
      />
      <TextField
        label={domain('field.line')}
        max={TEXT_LENGTHS.line.name}
        {...form.getInputProps(pathOf(index, 'line'))}
      />
      <TextField
        label={domain('field.track_number')}
        max={TEXT_LENGTHS.aero.track_number}
        {...form.getInputProps(pathOf(index, 'track_number'))}
      />
      <ConductorSelect {...form.getInputProps(pathOf(index, 'conductor_type'))} />
      {NUMBERS.filter((name) => !AERO_QUANTITIES[name].limit).map((name) => (
        <QuantityField key={name} {...part} name={name} />
      ))}
      <ExpansionField {...part} />
    </>
  );
}

const ConductorSelect = memoField(function ConductorSelect(input: Omit<SelectProps, 'data'>) {
  const domain = useText('domain');
  return (
    <Select
      label={domain('field.conductor_type')}
      data={CONDUCTORS.map((value) => ({ value, label: domain(`conductor.${value}`) }))}
      clearable
      {...input}
    />
  );
});

function QuantityField({ form, index, aero, name }: PartProps & { name: AeroQuantity }) {
  const domain = useText('domain');
  const path = pathOf(index, name);
  return (
    <QuantityInput
      label={domain(`field.${name}`)}
      quantity={AERO_QUANTITIES[name].quantity}
      metricDecimals={AERO_QUANTITIES[name].decimals}
      signed={AERO_QUANTITIES[name].quantity === 'temperature'}
      value={aero[name]}
      error={form.errors[path]}
      onChange={(value) => form.setFieldValue(path, value)}
    />
  );
}

/** Stored per kelvin, entered in millionths. */
function ExpansionField({ form, index, aero }: PartProps) {
  const t = useText('boxes');
  const domain = useText('domain');
  const path = pathOf(index, 'expansion_coefficient');
  return (
    <NumberField
      label={domain('field.expansion_coefficient')}
      description={t('form.expansion_help')}
      unit={EXPANSION_UNIT}
      decimals={3}
      step={EXPANSION_STEP}
      value={aero.expansion_coefficient}
      error={form.errors[path]}
      onChange={(value) => form.setFieldValue(path, value)}
      style={WHOLE_ROW}
    />
  );
}
