import type { Invitation, User } from '@aerowatch/contracts/api/users';
import { Alert, Button, Group, Modal, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureAlert } from '../../forms/form-screen.tsx';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useMeta } from '../../lib/meta.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { Copy } from '../../ui/copy.tsx';
import { toast } from '../../ui/toast.ts';

/** How a new user gets access: nobody enters a password for somebody else. */
export function HowInvited() {
  const t = useText('users');
  const meta = useMeta();
  return (
    <Alert icon={<IconMail aria-hidden />}>
      {t(meta?.email_enabled === false ? 'invite.byHand' : 'invite.byMail')}
    </Alert>
  );
}

export interface Invited {
  invitation: Invitation;
  email: string;
}

/** The invitation link, shown once because it cannot be sent by e-mail. */
export function InvitationDialog({ invited, onClose }: { invited: Invited | null; onClose: () => void }) {
  const t = useText('users');
  const formats = useFormats();
  const link = invited?.invitation.link ?? '';
  return (
    <Modal opened={invited !== null} onClose={onClose} title={t('invite.title')} closeOnClickOutside={false}>
      {invited === null ? null : (
        <Stack>
          <Text>
            {t('invite.handOver', {
              email: invited.email,
              until: formats.dateTime(invited.invitation.expires_at),
            })}
          </Text>
          <TextInput
            label={t('invite.link')}
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group justify="flex-end">
            <Copy value={link} variant="default" />
            <Button onClick={onClose}>{t('invite.done')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** Another link for an existing user who lost the first one, or the password. */
export function InviteAgain({ user }: { user: User | undefined }) {
  const t = useText('users');
  const [inviteUser, busy] = useMutation('usersInvite');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  if (user === undefined) return null;
  const send = async () => {
    setFailure(null);
    const result = await inviteUser({ params: { id: user.id } });
    if (!result.ok) return setFailure(result);
    if (result.data.link === null) toast.success(t('invite.sent', { email: user.email }));
    else setInvited({ invitation: result.data, email: user.email });
  };
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} mt="md" maw={720}>
      <Group justify="space-between" gap="md">
        <Text style={{ flex: '1 1 260px' }}>
          {t(user.last_login === null ? 'invite.never' : 'invite.lost')}
        </Text>
        <Button
          variant="default"
          loading={busy}
          disabled={!user.is_active}
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => void send()}
        >
          {t(user.last_login === null ? 'invite.again' : 'invite.send')}
        </Button>
      </Group>
      {failure === null ? null : <FailureAlert failure={failure} />}
      <InvitationDialog invited={invited} onClose={() => setInvited(null)} />
    </Paper>
  );
}
