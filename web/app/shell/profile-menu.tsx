import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconDeviceMobile,
  IconKeyboard,
  IconLogout,
  IconTransfer,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { signOut } from '../../entities/session/session.ts';
import { UserAvatar } from '../../entities/users/user-avatar.tsx';
import { hasUnsavedChanges } from '../../forms/saving/unsaved-guard.ts';
import { belowBase } from '../../lib/base.ts';
import { paths } from '../../lib/paths.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { keyboard, leaving, unsaved } from '../dialogs/dialogs.ts';
import { countUnsent } from '../this-device.ts';

/** To /login, without a return address: the next user may be somebody else. */
async function logOut(): Promise<void> {
  if (hasUnsavedChanges() && !(await unsaved.open())) return;
  if ((await countUnsent()) > 0 && !(await leaving.open())) return;
  history.pushState(null, '', belowBase(paths.login()));
  await signOut({ everywhere: true });
}

export function ProfileMenu() {
  const t = useText('common');
  const profile = useProfile();
  if (profile === null) return null;
  const name = `${profile.first_name} ${profile.last_name}`.trim();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton ml={4} style={{ borderRadius: 20 }}>
          <UserAvatar user={profile} size={34} />
          <VisuallyHidden>{t('labelled', { label: t('shell.profile_menu'), value: name })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text size="md" fw={600} truncate>
            {name}
          </Text>
          <Text c="dimmed" truncate>
            {profile.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.profile()}
          leftSection={<IconUserCircle size={18} aria-hidden />}
        >
          {t('nav.profile')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.offline()}
          leftSection={<IconDeviceMobile size={18} aria-hidden />}
        >
          {t('nav.offline')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.jobs()} leftSection={<IconTransfer size={18} aria-hidden />}>
          {t('nav.jobs')}
        </Menu.Item>
        <Menu.Item
          visibleFrom="sm"
          leftSection={<IconKeyboard size={18} aria-hidden />}
          onClick={() => void keyboard.open()}
        >
          {t('keys.title')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={() => void logOut()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
