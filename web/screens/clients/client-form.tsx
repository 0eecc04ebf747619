import type { Client } from '@aerowatch/contracts/api/clients';
import { clientsCreate } from '@aerowatch/contracts/api/clients';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { useNavigate } from 'react-router';
import { FormFrame } from '../../forms/form-screen.tsx';
import { TextField } from '../../forms/text-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** Creates a client, or renames one. */
export function ClientForm({ client, etag }: { client?: Client; etag?: string }) {
  const t = useText('common');
  const domain = useText('domain');
  const [createClient] = useMutation('clientsCreate');
  const [patchClient] = useMutation('clientsPatch');
  const navigate = useNavigate();
  const { form, ...frame } = useContractForm({
    initial: { name: client?.name ?? '' },
    schema: clientsCreate.body,
    submit: (body: { name: string }) =>
      client === undefined ? createClient({ body }) : patchClient({ params: { id: client.id }, body, etag }),
    onSuccess: (saved) => {
      toast.success(t(client === undefined ? 'success.created' : 'success.updated', { name: saved.name }));
      void navigate(paths.clients());
    },
  });
  return (
    <FormFrame
      {...frame}
      failureTitle={t(client === undefined ? 'error.creating' : 'error.updating')}
      submitLabel={client === undefined ? t('action.create') : undefined}
      cancelTo={paths.clients()}
    >
      <TextField
        label={domain('field.name')}
        withAsterisk
        max={TEXT_LENGTHS.client.name}
        autoFocus
        {...form.getInputProps('name')}
      />
    </FormFrame>
  );
}
