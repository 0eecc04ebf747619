import type { User } from '@aerowatch/contracts/api/users';
import { Button, FileButton, Group, Modal, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { upload } from '../../../lib/query/write.ts';
import { useText } from '../../../lib/text.ts';
import { failureText } from '../../../ui/states/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { adoptProfile } from '../../session/session.ts';
import { UserAvatar } from '../user-avatar.tsx';
import { Cropper } from './cropper.tsx';

const LARGEST = 2 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

interface Props {
  profile: User;
  /** The reader's own picture; else that of a person they manage. */
  own?: boolean;
}

/** A person's picture: choose, crop to a square, upload; or remove. */
export function AvatarEditor({ profile, own = true }: Props) {
  const t = useText('profile');
  const common = useText('common');
  const [deleteOwnAvatar] = useMutation('meAvatarDelete');
  const [deleteAvatar] = useMutation('usersAvatarDelete');
  const formats = useFormats();
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const choose = (file: File | null): void => {
    if (file === null) return;
    if (!TYPES.includes(file.type)) setProblem(t('avatar_type'));
    else if (file.size > LARGEST) setProblem(t('avatar_size', { size: formats.bytes(LARGEST) }));
    else {
      setProblem(null);
      setChosen(file);
    }
  };
  const took = (user: User): void => {
    if (own) adoptProfile(user);
    setChosen(null);
  };
  const send = async (picture: Blob): Promise<void> => {
    setBusy(true);
    const file = { file: picture, fileName: 'avatar.png' };
    const result = own
      ? await upload('meAvatar', file)
      : await upload('usersAvatarSet', file, { params: { id: profile.id } });
    setBusy(false);
    if (result.ok) {
      took(result.data);
      toast.success(t('avatar_saved'));
    } else {
      const message = Array.isArray(result.errors.file)
        ? result.errors.file.join(' ')
        : failureText(result).advice;
      setProblem(message);
      setChosen(null);
    }
  };
  const remove = async (): Promise<void> => {
    setBusy(true);
    const { id } = profile;
    const result = own ? await deleteOwnAvatar() : await deleteAvatar({ params: { id } });
    if (result.ok) {
      const fresh = own ? await fetchOnce('meGet') : await fetchOnce('usersGet', { params: { id } });
      if (fresh.ok) took(fresh.data);
    } else toast.failure(result, common('error.deleting'));
    setBusy(false);
  };
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={760}>
      <Group gap="lg">
        <UserAvatar user={profile} size={84} />
        <div>
          <Group gap="xs">
            <FileButton accept={TYPES.join(',')} onChange={choose}>
              {(props) => (
                <Button variant="light" loading={busy} {...props}>
                  {t('avatar_choose')}
                </Button>
              )}
            </FileButton>
            {profile.avatar !== null && (
              <Button variant="default" disabled={busy} onClick={() => void remove()}>
                {t('avatar_remove')}
              </Button>
            )}
          </Group>
          <Text c={problem === null ? 'dimmed' : 'var(--mantine-color-error)'} mt="xs" role="status">
            {problem ?? t('avatar_help', { size: formats.bytes(LARGEST) })}
          </Text>
        </div>
      </Group>
      <Modal opened={chosen !== null} onClose={() => setChosen(null)} title={t('avatar_crop')}>
        {chosen !== null && (
          <Cropper
            file={chosen}
            busy={busy}
            onCancel={() => setChosen(null)}
            onDone={(picture) => void send(picture)}
          />
        )}
      </Modal>
    </Paper>
  );
}
