import { Group, Select, Text } from '@mantine/core';
import { DayInput } from '../../forms/day-input.tsx';
import { MomentInput } from '../../forms/moment-input.tsx';
import { NumberField } from '../../forms/number-field.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { type Draft, REPEATS, wordsOfRule } from './draft.ts';
import { timesOf } from './preview.ts';
import type { PartProps } from './silence-scope.tsx';
import { useTimeWords } from './use-time-words.ts';

/** Start and end, repetition, and the resulting times. */
export function When({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  const { timeZone, day } = useFormats();
  return (
    <>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <MomentInput
          label={t('from')}
          description={timeZone}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={draft.from}
          error={errors.from}
          onChange={(from) => set({ from })}
        />
        <MomentInput
          label={t('to')}
          description={t('toHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={draft.to}
          error={errors.to}
          onChange={(to) => set({ to })}
        />
      </Group>
      <Select
        label={t('repeat')}
        allowDeselect={false}
        value={draft.repeat}
        error={draft.repeat === 'never' ? errors.rrule : undefined}
        data={[
          ...(Object.keys(REPEATS) as (keyof typeof REPEATS)[]).map((key) => ({
            value: key as string,
            label: t(REPEATS[key].label) as string,
          })),
          ...(draft.other === null ? [] : [{ value: 'other', label: wordsOfRule(draft.other, { t, day }) }]),
        ]}
        onChange={(repeat) => set({ repeat: repeat as Draft['repeat'] })}
      />
      {draft.repeat === 'never' || draft.repeat === 'other' ? null : (
        <RepeatEnd draft={draft} set={set} errors={errors} />
      )}
      <Times draft={draft} />
    </>
  );
}

/** The end of a repetition: a day, or a number of times. */
function RepeatEnd({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  return (
    <Group align="flex-start" grow preventGrowOverflow={false}>
      <Select
        label={t('ends')}
        allowDeselect={false}
        value={draft.ends}
        data={[
          { value: 'until', label: t('endsUntil') },
          { value: 'count', label: t('endsCount') },
        ]}
        onChange={(ends) => set({ ends: ends as Draft['ends'] })}
      />
      {draft.ends === 'until' ? (
        <DayInput
          label={t('until')}
          withAsterisk
          value={draft.until}
          error={errors.rrule}
          onChange={(until) => set({ until })}
        />
      ) : (
        <NumberField
          label={t('count')}
          withAsterisk
          value={draft.count}
          error={errors.rrule}
          onChange={(count) => set({ count })}
        />
      )}
    </Group>
  );
}

/** The number of times, the last one, and the next five, so that a wrong weekday is noticed before saving. */
function Times({ draft }: { draft: Draft }) {
  const t = useText('silences');
  const { timeZone } = useFormats();
  const words = useTimeWords();
  const times = timesOf(draft, timeZone, Date.now());
  if (times === undefined) return null;
  return (
    <div role="status">
      <Text fw={600}>{words.summary(times.length, times.at(-1)!.to)}</Text>
      {times.length > 1 ? <Text c="dimmed">{t('next', { times: words.starts(times) })}</Text> : null}
    </div>
  );
}
