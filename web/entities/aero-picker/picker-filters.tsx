import { FAULTS, type Fault } from '@aerowatch/domain/faults/list';
import { SAMI_LEVELS, type SamiLevel } from '@aerowatch/domain/sami';
import { Loader, Select, SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { useFindings } from '../diagnostics/finding-value.ts';
import classes from './aero-picker.module.css';
import type { PickerFiltering } from './use-picker-filters.ts';

interface Props {
  filtering: PickerFiltering;
  /** Only tags of this client are offered. */
  client?: number | null | undefined;
}

/** Tags of a client by name; of all clients without one. */
function useTagOptions(client: Props['client']) {
  const { compare } = useFormats();
  return useCollection('tags')
    .filter((tag) => client == null || tag.client === client)
    .map((tag) => ({ value: String(tag.id), label: tag.name }))
    .sort((a, b) => compare(a.label, b.label));
}

/** Faults by their causes' names. */
function useFaultOptions() {
  const { compare } = useFormats();
  const say = useFindings();
  return useMemo(
    () =>
      FAULTS.map((value) => ({ value, label: say.cause(value) })).sort((a, b) => compare(a.label, b.label)),
    [say, compare],
  );
}

/** Filters the tree by tag, SAMI and finding. */
export function PickerFilters({ filtering: { chosen, choose, isLoading, failure, cut }, client }: Props) {
  const t = useText('visualization');
  const words = useText('domain');
  const { number } = useFormats();
  const tags = useTagOptions(client);
  const faults = useFaultOptions();
  return (
    <>
      <SimpleGrid type="container" className={classes.filters} cols={{ base: 1, '420px': 3 }} spacing="xs">
        {tags.length === 0 ? null : (
          <Select
            aria-label={t('filter.tag')}
            placeholder={t('filter.tag')}
            clearable
            searchable
            data={tags}
            value={chosen.tag === null ? null : String(chosen.tag)}
            onChange={(value) => choose({ tag: value === null ? null : Number(value) })}
          />
        )}
        <Select
          aria-label={t('filter.sami')}
          placeholder={t('filter.sami')}
          clearable
          data={SAMI_LEVELS.map((value) => ({ value, label: words(`sami.${value}`) }))}
          value={chosen.sami}
          onChange={(value) => choose({ sami: value as SamiLevel | null })}
        />
        <Select
          aria-label={t('filter.finding')}
          placeholder={t('filter.finding')}
          clearable
          searchable
          data={faults}
          rightSection={isLoading ? <Loader size={14} /> : undefined}
          value={chosen.fault}
          onChange={(value) => choose({ fault: value as Fault | null })}
        />
      </SimpleGrid>
      {failure === undefined ? null : (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('filter.failed')}
        </Text>
      )}
      {cut === null ? null : (
        <SmallText role="status">
          {t('filter.cut', { known: number(cut.known), total: number(cut.count) })}
        </SmallText>
      )}
    </>
  );
}
