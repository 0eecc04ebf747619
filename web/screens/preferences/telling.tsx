import { MORNINGS } from '@aerowatch/domain/forecast/mornings';
import { Group, Select, Switch, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { ClockInput } from '../../forms/clock-input.tsx';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import type { PreferenceProps } from './preference.ts';

const REPEATS = [15, 30, 60, 120, 240, 480];

/** Notifications besides new alerts, and quiet hours. */
export function Telling({ profile, errors, save }: PreferenceProps) {
  const t = useText('preferences');
  const label = (minutes: number) =>
    minutes < 120 ? t('repeat_minutes', { minutes }) : t('repeat_hours', { hours: minutes / 60 });
  return (
    <>
      <Switch
        label={t('notify_over')}
        description={t('notify_over_help')}
        checked={profile.notify_over === true}
        error={errors.notify_over}
        onChange={(event) => void save({ notify_over: event.currentTarget.checked })}
      />
      <Select
        label={t('repeat_after')}
        description={t('repeat_after_help')}
        maw={420}
        allowDeselect={false}
        value={String(profile.repeat_after ?? 0)}
        error={errors.repeat_after}
        data={[
          { value: '0', label: t('repeat_never') },
          ...REPEATS.map((minutes) => ({ value: String(minutes), label: label(minutes) })),
        ]}
        onChange={(value) => void save({ repeat_after: Number(value) === 0 ? null : Number(value) })}
      />
      <QuietHours profile={profile} errors={errors} save={save} />
      <Select
        label={t('week_ahead')}
        description={t('week_ahead_help')}
        maw={420}
        allowDeselect={false}
        value={profile.week_ahead ?? 'never'}
        error={errors.week_ahead}
        data={(['never', ...MORNINGS] as const).map((value) => ({ value, label: t(`morning.${value}`) }))}
        onChange={(value) => void save({ week_ahead: MORNINGS.find((one) => one === value) ?? null })}
      />
    </>
  );
}

type Quiet = Record<'quiet_from' | 'quiet_to', string | null>;

function QuietHours({ profile, errors, save }: PreferenceProps) {
  const t = useText('preferences');
  const id = useId();
  const [typed, setTyped] = useState<Quiet>({
    quiet_from: profile.quiet_from ?? null,
    quiet_to: profile.quiet_to ?? null,
  });
  const store = (changes: Partial<Quiet>) => {
    const next = { ...typed, ...changes };
    setTyped(next);
    // A start without an end has no meaning: both or none.
    if ((next.quiet_from === null) === (next.quiet_to === null)) void save(next);
  };
  const half = (name: keyof Quiet, other: keyof Quiet) => ({
    label: t(name),
    late: true,
    value: typed[name],
    error: errors[name] ?? (typed[name] === null && typed[other] !== null ? t('quiet_both') : undefined),
    onChange: (value: string | null) => store({ [name]: value }),
  });
  return (
    <fieldset aria-labelledby={id} style={{ border: 0, margin: 0, padding: 0 }}>
      <Text fw={550} id={id}>
        {t('quiet')}
      </Text>
      <SmallText mb={6}>{t('quiet_help')}</SmallText>
      <Group align="flex-start">
        <ClockInput {...half('quiet_from', 'quiet_to')} />
        <ClockInput {...half('quiet_to', 'quiet_from')} />
      </Group>
    </fieldset>
  );
}
