import { Group, Text } from '@mantine/core';
import { useFormats } from '../../../lib/format.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { useText } from '../../../lib/text.ts';
import { Panel } from '../../../ui/panel.tsx';
import { SmallText } from '../../../ui/small-text.ts';

/** Received = stored + merged + duplicates + set aside, always. */
export function Ledger({ box }: { box: number }) {
  const t = useText('box');
  const formats = useFormats();
  const ledger = useQuery('boxesLedger', { params: { id: box } }, { live: ['measures'] }).data;
  if (!ledger) return null;
  return (
    <Panel title={t('ledger.title')}>
      <Group gap="xl">
        {(
          [
            'messages',
            'received',
            'stored',
            'merged',
            'duplicates',
            'set_aside',
            'conflicts',
            'not_kept',
            'nulled',
          ] as const
        ).map((key) => (
          <div key={key}>
            <SmallText>{t(`ledger.${key}`)}</SmallText>
            <Text size="md" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(ledger[key], 0)}
            </Text>
          </div>
        ))}
      </Group>
      <SmallText mt="xs">{t('ledger.adds')}</SmallText>
    </Panel>
  );
}
