import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { PasswordForm } from '../../entities/session/factors/password-form.tsx';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
// The cache of queries is added to the store together with the shell, which is not loaded here.
import '../../lib/query/query-api.ts';
import { SecondFactors } from '../../entities/session/factors/second-factors.tsx';
import { adoptProfile, signOut } from '../../entities/session/session.ts';

import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { setScreenTitle } from '../../ui/screen-title.ts';

/** Replaces every screen for a session that must first set up a second factor or change its password. */
export default function Limited() {
  const t = useText('auth');
  const profile = useProfile();
  const kind = profile?.limited === 'password_change_required' ? 'password' : 'factor';
  const title = t(`limited.${kind}_title`);
  useEffect(() => setScreenTitle(title), [title]);
  const look = async (): Promise<void> => {
    const fresh = await fetchOnce('meGet');
    if (fresh.ok) adoptProfile(fresh.data);
  };
  if (profile === null) return null;
  return (
    <Stack maw={760} m="auto" p="md" gap="lg">
      <div>
        <Title order={1}>{title}</Title>
        <Text size="md" c="dimmed">
          {t(`limited.${kind}_text`)}
        </Text>
      </div>
      {kind === 'password' ? (
        <PasswordForm email={profile.email} onChanged={() => void look()} />
      ) : (
        <SecondFactors onSet={() => void look()} />
      )}
      <Group>
        {kind === 'factor' && <Button onClick={() => void look()}>{t('limited.go_on')}</Button>}
        <Button variant="subtle" onClick={() => void signOut({ everywhere: true })}>
          {t('limited.leave')}
        </Button>
      </Group>
    </Stack>
  );
}
