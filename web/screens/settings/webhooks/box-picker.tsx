import { MultiSelect } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useOfferedNote } from '../../../forms/use-offered.ts';
import { useFormats } from '../../../lib/format.ts';
import { useFleet } from '../../../lib/query/use-fleet.ts';
import { useText } from '../../../lib/text.ts';
import { fold } from '../../../table/rows.ts';

/** Maximum number offered at once; typing narrows them. */
const OFFERED = 100;

interface Props {
  label: string;
  /** Only boxes of this client; null: none to choose from. */
  client: number | null;
  value: number[];
  onChange: (boxes: number[]) => void;
  error?: ReactNode;
}
/** Chooses boxes by serial number, name, pole or line. */
export function BoxPicker({ label, client, value, onChange, error }: Props) {
  const common = useText('common');
  const { compare } = useFormats();
  const { boxes } = useFleet();
  const [search, setSearch] = useState('');
  const choices = useMemo(
    () =>
      boxes
        .filter((box) => box.client === client)
        .sort((a, b) => compare(a.serial_number, b.serial_number))
        .map((box) => ({
          value: String(box.id),
          label: [box.serial_number, box.name, box.pole].filter((part) => part !== '').join(' · '),
          text: fold([box.serial_number, box.name, box.pole, box.line].join('\n')),
        })),
    [boxes, client, compare],
  );
  const data = useMemo(() => {
    const chosen = new Set(value.map(String));
    const words = fold(search).split(/\s+/);
    const found = choices.filter(
      ({ value: id, text }) => !chosen.has(id) && words.every((word) => text.includes(word)),
    );
    const shown = [...choices.filter(({ value: id }) => chosen.has(id)), ...found.slice(0, OFFERED)];
    return { shown, count: found.length };
  }, [choices, value, search]);
  const note = useOfferedNote();
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? common('form.choose') : undefined}
      nothingFoundMessage={common('form.nothing_found')}
      searchable
      clearable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={data.count > OFFERED ? [...data.shown, note(OFFERED, data.count)] : data.shown}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      error={error}
    />
  );
}
