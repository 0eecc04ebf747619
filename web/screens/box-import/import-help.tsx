import { Alert, Radio, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { AERO_FIELDS, BOX_FIELDS } from '../../entities/boxes/form/field-names.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Manner } from './template.ts';

const KEYS = [
  ...BOX_FIELDS,
  ...([1, 2] as const).flatMap((at) => AERO_FIELDS.map((name) => `aero${at}_${name}`)),
];
/** The choice for an ignored column. */
const NOTHING = 'nothing';

/** Column names that the import accepts in the reader's language. */
function useHeaders(): (key: string) => string {
  const t = useText('domain');
  return (key) => {
    const [, position, field] = /^aero([12])_(.+)$/.exec(key) ?? [];
    const name = (of: string) => t(`field.${of as (typeof BOX_FIELDS)[number]}`);
    return field === undefined ? name(key) : `${t('aero', { position: Number(position) })} ${name(field)}`;
  };
}

/** Format of the template: API names in English, like the customer's exports, otherwise translated names. */
export function useManner(): Manner {
  const { number } = useFormats();
  const t = useText('domain');
  const headers = useHeaders();
  const decimal = number(0.5).includes(',') ? ',' : '.';
  if (decimal === '.') return { header: (key) => key, decimal, separator: ',' };
  const words = { aero1_model_type: t('model.aero_480'), aero1_conductor_type: t('conductor.wire') };
  return { header: headers, decimal, separator: ';', words };
}

interface UnknownProps {
  names: readonly string[];
  mapping: Readonly<Record<string, string>>;
  onChange: (mapping: Record<string, string>) => void;
}

/** For each unknown header: the column it means, or that it is ignored. */
export function UnknownColumns({ names, mapping, onChange }: UnknownProps) {
  const t = useText('boxes');
  const words = useHeaders();
  const data = useMemo(
    () => [
      { value: NOTHING, label: t('importing.leave_out') },
      ...KEYS.map((key) => ({ value: key, label: words(key) })),
    ],
    [t, words],
  );
  if (names.length === 0) return null;
  return (
    <Panel title={t('importing.unknown', { count: names.length })} region gap={0}>
      <Text c="dimmed" mb="sm">
        {t('importing.unknown_text')}
      </Text>
      <Stack gap="xs" maw={520}>
        {names.map((name) => (
          <Select
            key={name}
            label={name}
            placeholder={t('importing.choose_column')}
            searchable
            allowDeselect={false}
            data={data}
            value={mapping[name] === undefined ? null : mapping[name] || NOTHING}
            onChange={(key) => key !== null && onChange({ ...mapping, [name]: key === NOTHING ? '' : key })}
          />
        ))}
      </Stack>
    </Panel>
  );
}

/** Boxes without a client are visible to administrators only: usually the client was forgotten. */
export function ClientWarning({ count }: { count: number }) {
  const t = useText('boxes');
  if (count === 0) return null;
  return (
    <Alert color="amber" icon={<IconEyeOff aria-hidden />}>
      {t('importing.without_client', { count })}
    </Alert>
  );
}

/** Whether lines of boxes that exist change them; asked where there are any. */
export function ExistingChoice({ count, update, onChange }: ExistingProps) {
  const t = useText('boxes');
  if (count === 0) return null;
  return (
    <Radio.Group
      label={t('importing.existing', { count })}
      value={update ? 'change' : 'leave'}
      onChange={(value) => onChange(value === 'change')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="leave" label={t('importing.leave_existing')} />
        <Radio value="change" label={t('importing.change_existing')} />
      </Stack>
    </Radio.Group>
  );
}
interface ExistingProps {
  count: number;
  update: boolean;
  onChange: (update: boolean) => void;
}

/** A file without any AERO: usually its columns were not known. */
export function AeroWarning() {
  const t = useText('boxes');
  return (
    <Alert color="amber" icon={<IconAlertTriangle aria-hidden />}>
      {t('importing.no_aero')}
    </Alert>
  );
}
