import { CloseButton, Group, Paper, Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { DayInput } from '../../forms/day-input.tsx';
import { useText } from '../../lib/text.ts';

export interface ExceptionValues {
  from: string | null;
  to: string | null;
  /** Null: whoever would be on duty. */
  user: number | null;
  substitute: number | null;
  reason: string;
}
export const NEW_EXCEPTION: ExceptionValues = {
  from: null,
  to: null,
  user: null,
  substitute: null,
  reason: '',
};

interface Props {
  people: readonly { value: string; label: string }[];
  fieldOf: (name: keyof ExceptionValues) => GetInputPropsReturnType;
  onRemove: () => void;
}

/** Choices hold texts, the roster ids. */
const chosen = ({ value, onChange, error }: GetInputPropsReturnType) => ({
  value: value === null || value === undefined ? null : String(value),
  onChange: (next: string | null) => onChange(next === null ? null : Number(next)),
  error,
});

/** Days on which somebody stands in: of one person, or a holiday of everybody. */
export function ExceptionFields({ people, fieldOf, onRemove }: Props) {
  const t = useText('duty');
  return (
    <Paper withBorder p="sm">
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <Group align="flex-start" gap="sm" flex={1} miw={0}>
          <DayInput label={t('from')} withAsterisk w={150} {...fieldOf('from')} />
          <DayInput label={t('to')} withAsterisk w={150} {...fieldOf('to')} />
          <Select
            label={t('absent')}
            placeholder={t('everybody')}
            clearable
            searchable
            w={220}
            data={[...people]}
            {...chosen(fieldOf('user'))}
          />
          <Select
            label={t('substitute')}
            withAsterisk
            searchable
            w={220}
            data={[...people]}
            {...chosen(fieldOf('substitute'))}
          />
          <TextInput label={t('reason')} maw={450} style={{ flex: '1 1 200px' }} {...fieldOf('reason')} />
        </Group>
        <CloseButton aria-label={t('remove_exception')} onClick={onRemove} />
      </Group>
    </Paper>
  );
}
