import type { DurationUnit } from '@aerowatch/domain/validation';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Input, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useFormats } from '../lib/format.ts';
import { DURATION_SYMBOLS } from '../lib/words/duration-text.ts';
import classes from './duration-input.module.css';
import { memoField } from './memo-field.tsx';
import {
  type DurationPart,
  type DurationTexts,
  partProblem,
  partsOf,
  readDuration,
  writeDuration,
} from './typed/read-duration.ts';
import type { TypedProps } from './typed/use-field.ts';

interface Props extends TypedProps<number> {
  label: string;
  description?: ReactNode;
  unit: DurationUnit;
  disabled?: boolean;
  withAsterisk?: boolean;
}

const asTexts = (value: number | string | null, unit: DurationUnit): DurationTexts =>
  typeof value === 'string' ? {} : writeDuration(value, unit);

/** The texts of a duration: as typed until the field is left, then split again. */
function useDuration({ value = null, onChange, unit }: Props) {
  const [texts, setTexts] = useState(() => asTexts(value, unit));
  const [known, setKnown] = useState(value);
  const [typing, setTyping] = useState(false);
  if (!Object.is(known, value)) {
    setKnown(value);
    setTexts(asTexts(value, unit));
  }
  const reading = readDuration(texts, unit);
  const written = (next: DurationTexts) =>
    partsOf(unit)
      .map((part) => `${next[part] ?? ''} ${DURATION_SYMBOLS[part]}`)
      .join(' ');
  const type = (part: DurationPart, text: string): void => {
    const next = { ...texts, [part]: text };
    const read = readDuration(next, unit);
    const held = 'value' in read ? read.value : written(next);
    setTyping(true);
    setTexts(next);
    setKnown(held);
    if (!Object.is(held, value)) onChange(held);
  };
  const leave = (): void => {
    if (!typing) return;
    setTyping(false);
    if ('value' in reading) setTexts(writeDuration(reading.value, unit));
  };
  return { texts, typing, type, leave, problem: 'problem' in reading ? reading.problem : null };
}

/** A duration typed as hours, minutes, seconds and, if stored in them, milliseconds. */
export const DurationInput = memoField(function DurationInput(props: Props) {
  const { label, description, error, unit, disabled, withAsterisk } = props;
  const id = useId();
  const { language } = useFormats();
  const { texts, typing, type, leave, problem } = useDuration(props);
  const said = problem !== null && (!typing || error) ? translateMessage(problem, language) : error;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={said}
      withAsterisk={withAsterisk}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: Input.Wrapper already is the frame of a fieldset */}
      <div
        className={classes.parts}
        data-wrong={Boolean(said)}
        role="group"
        aria-labelledby={id}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) leave();
        }}
      >
        {partsOf(unit).map((part) => (
          <TextInput
            key={part}
            data-kind="duration"
            data-unit={DURATION_SYMBOLS[part]}
            aria-label={`${label}, ${DURATION_SYMBOLS[part]}`}
            inputMode="numeric"
            autoComplete="off"
            // The message is below the group; this only marks the field as invalid.
            error={Boolean(said) && (problem === null || partProblem(texts[part] ?? '', part) !== null)}
            disabled={disabled}
            rightSection={DURATION_SYMBOLS[part]}
            rightSectionWidth={14 + DURATION_SYMBOLS[part].length * 8}
            rightSectionPointerEvents="none"
            rightSectionProps={{ 'aria-hidden': true }}
            value={texts[part] ?? ''}
            onChange={(event) => type(part, event.currentTarget.value)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
});
