import { Autocomplete, type AutocompleteProps, type OptionsFilter } from '@mantine/core';
import { foldedZone, readZone, ZONES, type ZoneChoice } from './typed/read-zone.ts';
import type { Notation } from './typed/reading.ts';
import { useField } from './typed/use-field.ts';

interface Props extends Omit<AutocompleteProps, 'value' | 'onChange' | 'data'> {
  value: string;
  onChange: (zone: string) => void;
  /** Listed before the zones themselves. */
  choices?: readonly ZoneChoice[];
}

const MAX_SHOWN = 200;

/** A time zone, typed by name or city, or chosen; reported when the field is left or one is chosen. */
export function ZoneInput({ value, onChange, choices = [], error, ...input }: Props) {
  const labelOf = (zone: string) => choices.find((one) => one.value === zone)?.label ?? zone;
  const notation: Notation<string> = {
    key: choices.map(({ label }) => label).join('|'),
    show: labelOf,
    read: (text) => readZone(text, choices),
  };
  const give = (zone: string | null): void => {
    if (zone !== null) onChange(zone);
  };
  const field = useField(notation, { value, onChange: give, error }, { late: true });
  const filter: OptionsFilter = ({ options, search }) =>
    // A text that was not typed is no search.
    field.typing
      ? options.filter((one) => 'label' in one && foldedZone(one.label).includes(foldedZone(search)))
      : options;
  return (
    <Autocomplete
      {...input}
      data-kind="zone"
      spellCheck={false}
      data={[...new Set([...choices.map(({ label }) => label), labelOf(value), ...ZONES])]}
      filter={filter}
      limit={field.typing ? MAX_SHOWN : ZONES.length}
      selectFirstOptionOnChange
      error={field.error}
      value={field.text}
      onChange={field.type}
      onOptionSubmit={(label) => {
        const read = readZone(label, choices);
        if ('value' in read && read.value !== null) field.choose(read.value);
      }}
      onBlur={field.leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') field.enter();
      }}
    />
  );
}
