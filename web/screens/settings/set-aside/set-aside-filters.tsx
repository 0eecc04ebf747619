import { Select } from '@mantine/core';
import { ClientSelect } from '../../../entities/clients/client-select.tsx';
import { MomentInput } from '../../../forms/moment-input.tsx';
import { useGrants } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import type { useAddressFilters } from '../../../table/use-address-filters.ts';
import { choicesOf } from '../words.ts';

export const ASIDE_FILTERS = ['reason', 'client', 'from', 'to', 'replayed'] as const;
type Filtering = ReturnType<typeof useAddressFilters<(typeof ASIDE_FILTERS)[number]>>;
export type AsideChoice = Filtering['chosen'];

/** Filters of the list of messages set aside; bulk actions use them too. */
export function SetAsideFilters({ chosen, choose }: Pick<Filtering, 'chosen' | 'choose'>) {
  const t = useText('settings');
  const isAdmin = useGrants('admin');
  const moment = (name: 'from' | 'to') => (
    <MomentInput
      label={t(`audit.${name}`)}
      clearable
      late
      miw={180}
      value={chosen[name] ?? null}
      onChange={(value) => choose(name, value)}
    />
  );
  return (
    <>
      <Select
        label={t('aside.reason')}
        clearable
        searchable
        data={choicesOf(t, 'aside.reasons').filter(({ value }) => value !== 'already_replayed')}
        value={chosen.reason ?? null}
        onChange={(value) => choose('reason', value)}
      />
      {isAdmin && (
        <ClientSelect
          clearable
          value={chosen.client === undefined ? null : Number(chosen.client)}
          onChange={(value) => choose('client', value === null ? null : String(value))}
        />
      )}
      {moment('from')}
      {moment('to')}
      <Select
        label={t('aside.state')}
        clearable
        data={[
          { value: 'false', label: t('aside.waiting') },
          { value: 'true', label: t('aside.replayed_at') },
        ]}
        value={chosen.replayed ?? null}
        onChange={(value) => choose('replayed', value)}
      />
    </>
  );
}

/** The same filter as the body of a bulk call. */
export function filterBody({ reason, client, from, to }: AsideChoice, search: string) {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(client === undefined ? {} : { client: [Number(client)] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(search === '' ? {} : { search }),
  };
}
