import { Badge, Group, Stack, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { type FleetRow, useFindings, VERDICT_COLORS, VERDICT_RANK } from './finding-value.ts';

/** What the measures say about one AERO, worst first, each with what it means. */
export function FindingsList({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  const formats = useFormats();
  const say = useFindings();
  const sorted = [...row.findings].sort((a, b) => VERDICT_RANK[b.verdict] - VERDICT_RANK[a.verdict]);
  return (
    <Stack gap="xs">
      {sorted.map((finding) => (
        <Group key={finding.key} gap="sm" wrap="nowrap" align="flex-start">
          <Badge color={VERDICT_COLORS[finding.verdict]} variant="light" w={110} style={{ flex: 'none' }}>
            {say.verdict(finding.verdict)}
          </Badge>
          <div style={{ minWidth: 0, flex: 1 }}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600}>
                {say.name(finding)}
              </Text>
              <Text size="sm" fw={finding.evaluable ? 600 : 400} c={finding.evaluable ? undefined : 'dimmed'}>
                {say.value(finding)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              {say.help(finding)}
            </Text>
          </div>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        {t('day', { day: formats.date(row.day) })}
      </Text>
    </Stack>
  );
}
