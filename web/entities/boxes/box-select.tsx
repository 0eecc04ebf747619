import { Select, type SelectProps } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useOffered } from '../../forms/use-offered.ts';
import { useFormats } from '../../lib/format.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useText } from '../../lib/text.ts';
import { boxName } from '../aero-names.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: number | null;
  onChange: (box: number | null) => void;
  except?: number | null;
}
/** Maximum number offered at once. */
const OFFERED = 50;

/** A box chosen by typing a part of its name, serial number, line or pole. */
export function BoxSelect({ value, onChange, except = null, ...props }: Props) {
  const common = useText('common');
  const { compare } = useFormats();
  const [opened, setOpened] = useState(false);
  const { boxes } = useFleet({ skip: !opened && value === null });
  const data = useMemo(
    () =>
      boxes
        .filter(({ id }) => id !== except)
        .map((box) => ({
          value: String(box.id),
          label: [boxName(box), box.line, box.pole].filter((part) => part !== '').join(' · '),
        }))
        .sort((a, b) => compare(a.label, b.label)),
    [boxes, except, compare],
  );
  return (
    <Select
      placeholder={common('form.choose')}
      nothingFoundMessage={common('form.nothing_found')}
      searchable
      filter={useOffered(OFFERED)}
      onDropdownOpen={() => setOpened(true)}
      {...props}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
