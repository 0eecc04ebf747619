import type { User } from '@aerowatch/contracts/api/users';
import { Paper } from '@mantine/core';
import { useState } from 'react';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useText } from '../../../lib/text.ts';
import { toast } from '../../../ui/toast.ts';
import { adoptProfile } from '../../session/session.ts';
import { UserAvatar } from '../user-avatar.tsx';
import { PictureChoice } from './picture-choice.tsx';
import { refusalOf, sendPicture } from './send-picture.ts';

interface Props {
  profile: User;
  /** The user's own picture; otherwise that of a person they manage. */
  own?: boolean;
}

/** A person's picture: choose, crop to a square, upload; or remove. */
export function AvatarEditor({ profile, own = true }: Props) {
  const t = useText('profile');
  const common = useText('common');
  const [deleteOwnAvatar] = useMutation('meAvatarDelete');
  const [deleteAvatar] = useMutation('usersAvatarDelete');
  const [busy, setBusy] = useState(false);
  const { id } = profile;

  const send = async (picture: Blob): Promise<string | null> => {
    setBusy(true);
    const result = await sendPicture(picture, own ? null : id);
    setBusy(false);
    if (!result.ok) return refusalOf(result);
    if (own) adoptProfile(result.data);
    toast.success(t('avatar_saved'));
    return null;
  };
  const remove = async (): Promise<void> => {
    setBusy(true);
    const result = own ? await deleteOwnAvatar() : await deleteAvatar({ params: { id } });
    if (result.ok) {
      const fresh = own ? await fetchOnce('meGet') : await fetchOnce('usersGet', { params: { id } });
      if (fresh.ok && own) adoptProfile(fresh.data);
    } else toast.failure(result, common('error.deleting'));
    setBusy(false);
  };
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={760}>
      <PictureChoice
        picture={<UserAvatar user={profile} size={84} />}
        busy={busy}
        onRemove={profile.avatar === null ? undefined : () => void remove()}
        onPicture={send}
      />
    </Paper>
  );
}
