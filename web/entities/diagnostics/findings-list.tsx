import { Group, Stack, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { FindingCard, Folded } from './finding-card.tsx';
import { type Finding, type FleetRow, standing, useFindings } from './finding-value.ts';
import classes from './findings.module.css';
import { VerdictBadge } from './verdict-badge.tsx';

/** What the measures say about one AERO: what is wrong first, then what is not watched; what is normal is folded. */
export function FindingsList({ row }: { row: FleetRow }) {
  const t = useText('diagnostics');
  const formats = useFormats();
  const wrong = standing(row);
  const unwatched = row.findings.filter(({ verdict }) => verdict === 'not_watched');
  const normal = row.findings.filter(({ verdict }) => verdict === 'good');
  const unknown = row.findings.filter(({ verdict }) => verdict === 'unknown');
  return (
    <div>
      {wrong.map((finding, index) => (
        <FindingCard key={finding.key} aero={row.aero} finding={finding} first={index === 0} />
      ))}
      {wrong.length === 0 ? (
        <Group gap="sm">
          <VerdictBadge verdict={row.verdict} />
          <Text>{t(row.verdict === 'good' ? 'since.good' : 'since.unknown')}</Text>
        </Group>
      ) : null}
      <Stack gap={0} mt="sm">
        <Lines label={t('unwatched', { count: unwatched.length })} findings={unwatched} />
        <Lines label={t('normal', { count: normal.length })} findings={normal} />
        <Lines label={t('unknown', { count: unknown.length })} findings={unknown} />
      </Stack>
      <Text size="xs" c="dimmed" mt="xs">
        {t('computed', { day: formats.date(row.day), at: formats.dateTime(row.computed_at) })}
      </Text>
    </div>
  );
}

/** Findings that need nobody: a line each, folded. */
function Lines({ label, findings }: { label: string; findings: readonly Finding[] }) {
  const say = useFindings();
  if (findings.length === 0) return null;
  return (
    <Folded label={label}>
      {findings.map((finding) => (
        <div key={finding.key} className={classes.line}>
          <Text size="sm">{say.what(finding)}</Text>
          <Text size="sm" c={finding.evaluable ? undefined : 'dimmed'}>
            {finding.evaluable ? say.value(finding) : say.sentence(finding)}
          </Text>
        </div>
      ))}
    </Folded>
  );
}
