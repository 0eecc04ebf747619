import { LANGUAGE_KEYS, LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { CHANNEL_KEYS } from '@aerowatch/domain/notifications/channels';
import { UNIT_SYSTEMS } from '@aerowatch/domain/units';
import { Divider, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { changeLanguage } from '../../entities/session/change-preferences.ts';
import { adoptProfile } from '../../entities/session/session.ts';
import { ZoneInput } from '../../forms/zone-input.tsx';
import type { Body } from '../../lib/api/contract.ts';
import { flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { LoadingScreen } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import { Channel } from './channel.tsx';
import { Telling } from './telling.tsx';

/**
 * Saves preferences, one change after the other: the answer to an earlier one must not be the last that is
 * shown. An error is shown at its field.
 */
function usePreferences() {
  const t = useText('preferences');
  const common = useText('common');
  const [patchMe] = useMutation('mePatch');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const save = (changes: Body<'mePatch'>): Promise<boolean> => {
    const saved = last.current.then(() => saveNow(changes));
    last.current = saved.catch(() => undefined);
    return saved;
  };
  const saveNow = async (changes: Body<'mePatch'>): Promise<boolean> => {
    setErrors({});
    const result = await patchMe({ body: changes });
    if (result.ok) {
      adoptProfile(result.data);
      toast.success(t('saved'));
    } else if (result.status === 400 && result.errors.non_field_errors === undefined)
      setErrors(flatErrors(result.errors));
    else toast.failure(result, common('error.updating'));
    return result.ok;
  };
  return { errors, save };
}

/** Each preference is saved when it is changed. */
export default function PreferencesScreen() {
  const t = useText('preferences');
  const domain = useText('domain');
  const formats = useFormats();
  const now = useNow();
  const profile = useProfile();
  const { errors, save } = usePreferences();
  if (profile === null) return <LoadingScreen />;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Paper p={{ base: 'md', sm: 'xl' }} maw={760}>
        <Stack gap="lg">
          <Choice
            label={t('language')}
            error={errors.language}
            data={LANGUAGE_KEYS.map((value) => ({ value, label: LANGUAGES[value].name }))}
            value={profile.language}
            onChange={(value) => void changeLanguage(value as Language)}
          />
          <Choice
            label={t('unit_system')}
            description={t('unit_system_help')}
            error={errors.unit_system}
            data={UNIT_SYSTEMS.map((value) => ({ value, label: domain(`unit_system.${value}`) }))}
            value={profile.unit_system}
            onChange={(value) => void save({ unit_system: value })}
          />
          <Choice
            label={t('theme')}
            error={errors.theme}
            data={THEMES.map((value) => ({ value, label: domain(`theme.${value}`) }))}
            value={profile.theme}
            onChange={(value) => void save({ theme: value })}
          />
          <ZoneInput
            label={t('time_zone')}
            description={t('time_zone_help', { now: formats.dateTime(now) })}
            maw={360}
            value={profile.time_zone}
            onChange={(time_zone) => void save({ time_zone })}
            error={errors.time_zone}
          />
          <Divider />
          <Title order={2}>{t('notifications')}</Title>
          {CHANNEL_KEYS.map((channel) => (
            <Channel key={channel} channel={channel} profile={profile} errors={errors} save={save} />
          ))}
          <Telling profile={profile} errors={errors} save={save} />
        </Stack>
      </Paper>
    </>
  );
}

const THEMES = ['light', 'dark'] as const;

interface ChoiceProps<T extends string> {
  label: string;
  description?: string;
  error: string | undefined;
  data: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}
function Choice<T extends string>({ label, description, error, ...choice }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div>
      <Text fw={550} id={id}>
        {label}
      </Text>
      {description !== undefined && <SmallText>{description}</SmallText>}
      <div style={{ marginTop: 6 }}>
        <SegmentedControl aria-labelledby={id} {...choice} />
      </div>
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
