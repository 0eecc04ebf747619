import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Autocomplete } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { useFleet } from '../../../lib/query/use-fleet.ts';
import { currentLanguage, useText } from '../../../lib/text.ts';
import type { Rail } from '../../../map/ground/atlas.ts';
import type { BoxForm } from './identity-fields.tsx';

const MAX = TEXT_LENGTHS.line.name;
const SHOWN = 50;

/** The railway line: a known one, or a new name. */
export function LineField({ form, rails }: { form: BoxForm; rails: readonly Rail[] }) {
  const t = useText('boxes');
  const domain = useText('domain');
  const { compare } = useFormats();
  const [opened, setOpened] = useState(false);
  const { boxes } = useFleet({ skip: !opened });
  const lines = useMemo(() => {
    const names = [...rails.map(({ code, name }) => `${code} ${name}`), ...boxes.map(({ line }) => line)];
    return [...new Set(names)].filter((name) => name !== '').sort(compare);
  }, [rails, boxes, compare]);
  const input = form.getInputProps('line');
  const tooLong = form.values.line.trim().length > MAX;
  return (
    <Autocomplete
      {...input}
      onDropdownOpen={() => setOpened(true)}
      label={domain('field.line')}
      description={t('form.line_suggestion')}
      autoComplete="off"
      data={lines}
      limit={SHOWN}
      error={tooLong ? translateMessage(`max_length|${MAX}`, currentLanguage()) : input.error}
      style={{ gridColumn: '1 / -1' }}
    />
  );
}
