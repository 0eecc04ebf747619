import type { Client } from '@aerowatch/contracts/api/clients';
import { Button, Group, Paper, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { NumberField } from '../../forms/number-field.tsx';
import { type Held, sent } from '../../forms/typed/reading.ts';
import { flatErrors } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { toast } from '../../ui/toast.ts';

/** From which chance on a week ahead is a proposal: told to everybody, changed by the managers of the client. */
export function Thresholds() {
  const t = useText('forecast');
  const formats = useFormats();
  const clients = useCollection('clients');
  const own = useProfile()?.client ?? null;
  const privileged = useGrants('privileged');
  const [chosen, setChosen] = useState<number | null>(null);
  const client = clients.find(({ id }) => id === (chosen ?? own ?? clients[0]?.id));
  if (client === undefined) return null;
  return (
    <Paper p="md" mt="md" component="section" aria-label={t('threshold.title')}>
      {privileged ? (
        <Group gap="sm" align="flex-end">
          {clients.length > 1 ? <ClientSelect w={220} value={client.id} onChange={setChosen} /> : null}
          <Threshold key={`${client.id} ${client.forecast_threshold}`} client={client} />
        </Group>
      ) : (
        <Text>{t('threshold.is', { share: formats.percent(client.forecast_threshold / 100) })}</Text>
      )}
    </Paper>
  );
}

function Threshold({ client }: { client: Client }) {
  const t = useText('forecast');
  const common = useText('common');
  const [value, setValue] = useState<Held<number>>(client.forecast_threshold);
  const [problem, setProblem] = useState<string>();
  const [patchClient, busy] = useMutation('clientsPatch');
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    const result = await patchClient({
      params: { id: client.id },
      body: { forecast_threshold: sent(value) ?? Number.NaN },
    });
    if (result.ok) return toast.success(common('success.updated', { name: client.name }));
    const said = flatErrors(result.errors).forecast_threshold;
    setProblem(said);
    if (said === undefined && result.status !== 403) toast.failure(result);
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Group gap="sm" align="flex-end">
        <NumberField
          label={t('threshold.title')}
          unit="%"
          w={240}
          value={value}
          error={problem}
          onChange={setValue}
        />
        <Button type="submit" variant="default" loading={busy} disabled={value === client.forecast_threshold}>
          {common('action.save')}
        </Button>
      </Group>
    </form>
  );
}
