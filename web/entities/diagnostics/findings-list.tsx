import { Badge, Divider, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { type FleetRow, useFindings, VERDICT_COLORS, VERDICT_RANK } from './finding-value.ts';

/** What the measures say about one AERO: what needs attention in full, the rest in a line each. */
export function FindingsList({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  const formats = useFormats();
  const say = useFindings();
  const attention = row.findings
    .filter((finding) => finding.verdict === 'bad' || finding.verdict === 'watch')
    .sort((a, b) => VERDICT_RANK[b.verdict] - VERDICT_RANK[a.verdict]);
  const rest = row.findings.filter((finding) => !attention.includes(finding));
  return (
    <Stack gap="xs">
      {attention.map((finding) => (
        <div key={finding.key}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Group gap="xs" wrap="nowrap">
              <Badge color={VERDICT_COLORS[finding.verdict]} variant="light" style={{ flex: 'none' }}>
                {say.verdict(finding.verdict)}
              </Badge>
              <Text size="sm" fw={600}>
                {say.name(finding)}
              </Text>
            </Group>
            <Text size="sm" fw={700} ta="right">
              {say.value(finding)}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" mt={2}>
            {say.help(finding)}
          </Text>
        </div>
      ))}
      {attention.length > 0 ? <Divider /> : null}
      {rest.map((finding) => (
        <Tooltip key={finding.key} label={say.help(finding)} multiline maw={320} withinPortal>
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {say.name(finding)}
            </Text>
            <Text size="sm" ta="right" c={finding.evaluable ? undefined : 'dimmed'}>
              {say.value(finding)}
            </Text>
          </Group>
        </Tooltip>
      ))}
      <Text size="xs" c="dimmed">
        {t('day', { day: formats.date(row.day) })}
      </Text>
    </Stack>
  );
}
