import type { SkillAnswer } from '@aerowatch/contracts/api/forecast';
import { BASES, type Basis } from '@aerowatch/domain/forecast/basis';
import { FEW_REACHED } from '@aerowatch/domain/forecast/learning/proven';
import { Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useForecastSkill } from '../../entities/forecast/use-forecast.ts';
import { WeatherSource } from '../../entities/forecast/weather-source.tsx';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Unread } from '../../ui/states/states.tsx';
import classes from './forecast.module.css';
import { joinedBins, Reliability } from './reliability.tsx';

/**
 * Collapsed by default. Verification of past forecasts: one sentence, by lead day, and stated probabilities
 * against outcomes.
 */
export function Skill() {
  const t = useText('forecast');
  const read = useForecastSkill();
  const rows = (read.data?.results ?? []).filter(({ n }) => n > 0);
  return (
    <Paper component="details" p="md" mt="md" className={classes.folded}>
      <summary>{t('skill.title')}</summary>
      {read.data === undefined ? (
        <Unread read={read} lines={4} />
      ) : rows.length === 0 ? (
        <Text size="md" c="dimmed">
          {t('unproven')}
        </Text>
      ) : (
        <Stack gap="lg" mt="sm">
          {BASES.map((basis) => {
            const own = rows.filter((row) => row.basis === basis);
            return own.length === 0 ? null : <OfBasis key={basis} basis={basis} rows={own} />;
          })}
        </Stack>
      )}
    </Paper>
  );
}

function OfBasis({ basis, rows }: { basis: Basis; rows: readonly SkillAnswer[] }) {
  const t = useText('forecast');
  const formats = useFormats();
  const n = rows.reduce((sum, row) => sum + row.n, 0);
  const mean = (of: (row: SkillAnswer) => number | null) => {
    const told = rows.filter((row) => of(row) !== null);
    const all = told.reduce((sum, row) => sum + row.n, 0);
    return told.reduce((sum, row) => sum + row.n * of(row)!, 0) / (all || 1);
  };
  const values = { n: formats.number(n, 0), share: formats.percent(mean(({ inside }) => inside)) };
  const bins = joinedBins(rows);
  const came = bins.reduce((sum, bin) => sum + bin.n * (bin.happened ?? 0), 0);
  const gain = mean(({ skill }) => skill);
  const verdict = came < FEW_REACHED ? 'few' : gain > 0 ? 'better' : 'no_better';
  return (
    <section aria-label={t(`skill.basis.${basis}`)}>
      <Title order={3} size="h5">
        {t(`skill.basis.${basis}`)}
      </Title>
      <Text size="md" mb="xs">
        {t(`skill.sentence.${basis}`, values)}{' '}
        {t(`skill.sentence.${verdict}`, { skill: formats.percent(gain) })} <WeatherSource basis={basis} />
      </Text>
      <Table.ScrollContainer minWidth={460}>
        <ByLead rows={rows} />
      </Table.ScrollContainer>
      <Text c="dimmed" mt={4}>
        {t('skill.help')}
      </Text>
      {bins.some((bin) => bin.n > 0) ? (
        <>
          <Title order={4} size="h6" mt="md">
            {t('skill.diagram')}
          </Title>
          <Text c="dimmed" mb="xs">
            {t('skill.diagram_help')}
          </Text>
          <Reliability bins={bins} />
        </>
      ) : null}
    </section>
  );
}

function ByLead({ rows }: { rows: readonly SkillAnswer[] }) {
  const t = useText('forecast');
  const formats = useFormats();
  const head = ['lead', 'n', 'inside', 'width', 'brier', 'skill'] as const;
  const figure = (value: number | null, decimals: number) =>
    value === null ? '–' : formats.number(value, decimals);
  return (
    <Table className="aw-figures">
      <Table.Thead>
        <Table.Tr>
          {head.map((key) => (
            <Table.Th key={key} ta={key === 'lead' ? 'left' : 'right'}>
              {t(`skill.${key}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.lead}>
            <Table.Td>{row.lead}</Table.Td>
            <Table.Td ta="right">{formats.number(row.n, 0)}</Table.Td>
            <Table.Td ta="right">{formats.percent(row.inside, 1)}</Table.Td>
            <Table.Td ta="right">{row.width === null ? '–' : formats.metric('stroke', row.width)}</Table.Td>
            <Table.Td ta="right">{figure(row.brier, 4)}</Table.Td>
            <Table.Td ta="right">{figure(row.skill, 2)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
