import { LANGUAGE_KEYS, LANGUAGES, type Language } from '@aerowatch/domain/languages';
import { monthBefore, monthOf } from '@aerowatch/domain/report/month';
import { Button, Select, Stack, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ClientSelect } from '../../entities/clients/client-select.tsx';
import { download } from '../../lib/api/download.ts';
import { useFormats } from '../../lib/format.ts';
import { useBusy } from '../../lib/hooks/use-busy.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { ErrorState } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';

/** Months to choose from: the current one and two years back. */
const MONTHS = 25;

function useMonths(): { value: string; label: string }[] {
  const { locale, timeZone } = useFormats();
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const months = [monthOf(Date.now(), timeZone)];
  while (months.length < MONTHS) months.push(monthBefore(months.at(-1)!));
  return months.map((value) => ({ value, label: format.format(Date.parse(`${value}-01`)) }));
}

interface Props {
  month: string | null;
  client: number | null;
}

/** Chooses month, client and language of the report; loaded at first use. */
export default function ReportForm({ month: asked, client: askedClient }: Props) {
  const t = useText('report');
  const { language: own, unitSystem, timeZone } = useFormats();
  const isAdmin = useGrants('admin');
  const profile = useProfile();
  const months = useMonths();
  const [client, setClient] = useState<number | null>(askedClient ?? profile?.client ?? null);
  const [month, setMonth] = useState(months.some(({ value }) => value === asked) ? asked! : months[1]!.value);
  const [language, setLanguage] = useState<Language>(own);
  const [busy, during] = useBusy();
  const save = async () => {
    const query = {
      ...(client === null ? {} : { client: String(client) }),
      month,
      language,
      unit_system: unitSystem,
      time_zone: timeZone,
    };
    const result = await during(download('reportsMonthly', { query }, `report-${month}.pdf`));
    if (!result.ok) toast.failure(result, t('failed'));
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('help')}</Text>
      {isAdmin && <ClientSelect value={client} onChange={setClient} allowDeselect={false} />}
      <Select
        label={t('month')}
        data={months}
        value={month}
        allowDeselect={false}
        onChange={(next) => setMonth(next ?? month)}
      />
      <Select
        label={t('language')}
        data={LANGUAGE_KEYS.map((value) => ({ value, label: LANGUAGES[value].name }))}
        value={language}
        allowDeselect={false}
        onChange={(next) => setLanguage((next ?? language) as Language)}
      />
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={client === null}
        loading={busy}
        onClick={() => void save()}
      >
        {client === null ? t('client_needed') : t(busy ? 'fetching' : 'fetch')}
      </Button>
      {client !== null && <ByMail client={client} />}
    </Stack>
  );
}

/** Whether this client's report is sent by e-mail each month. */
function ByMail({ client }: { client: number }) {
  const t = useText('report');
  const { data, failure, refetch } = useQuery('reportsSubscriptions', {});
  const [subscribeReports, busy] = useMutation('reportsSubscribe');
  const chosen = data?.clients ?? [];
  const choose = async (isOn: boolean) => {
    const clients = isOn ? [...chosen, client] : chosen.filter((one) => one !== client);
    const result = await subscribeReports({ body: { clients } });
    if (result.ok) toast.success(t(isOn ? 'mail_on' : 'mail_off'));
    else toast.failure(result, t('mail_failed'));
    refetch();
  };
  if (data === undefined && failure !== undefined) return <ErrorState failure={failure} onRetry={refetch} />;
  return (
    <Switch
      label={t('mail')}
      description={t('mail_help')}
      checked={chosen.includes(client)}
      disabled={data === undefined || busy}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  );
}
