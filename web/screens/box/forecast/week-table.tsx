import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import type { ForecastAnswer } from '@aerowatch/contracts/api/forecast';
import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { OrderOfForecast } from '../../../entities/forecast/forecast-order.tsx';
import { useAeroForecast, useForecastSkill } from '../../../entities/forecast/use-forecast.ts';
import { WeatherSource } from '../../../entities/forecast/weather-source.tsx';
import { useFormats } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useText } from '../../../lib/text.ts';
import { LinkButton } from '../../../ui/links/link-button.tsx';
import { ErrorLine } from '../../../ui/states/states.tsx';
import { ForecastFan } from './fan.tsx';

/**
 * The week ahead of an AERO: the stroke of its ram, the probability of reaching its margins, and how reliable
 * that is.
 */
export function AeroWeek({ aero, box }: { aero: Aero; box: Box }) {
  const t = useText('forecast');
  const read = useAeroForecast(aero.id);
  const rows = read.data?.results;
  if (rows?.length === 0 || (rows === undefined && read.failure === undefined)) return null;
  return (
    <Paper p="md" component="section" aria-label={t('title')}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <Group gap="xs" className="aw-no-print">
          <OrderOfForecast aero={aero.id} />
          <LinkButton to={paths.forecast()} size="xs" variant="subtle">
            {t('how_good')}
          </LinkButton>
        </Group>
      </Group>
      {rows === undefined ? (
        <ErrorLine failure={read.failure!} onRetry={read.refetch} />
      ) : (
        <Week aero={aero} box={box} rows={rows} />
      )}
    </Paper>
  );
}

function Week({ aero, box, rows }: { aero: Aero; box: Box; rows: readonly ForecastAnswer[] }) {
  const t = useText('forecast');
  const reason = rows[0]!.unavailable;
  if (reason !== null) return <Text size="md">{t(`unavailable.${reason}`)}</Text>;
  return (
    <Stack gap="xs">
      <ForecastFan aero={aero} longitude={box.longitude} rows={rows} />
      <Table.ScrollContainer minWidth={480}>
        <Days rows={rows} />
      </Table.ScrollContainer>
      <Honest rows={rows} />
    </Stack>
  );
}

function Days({ rows }: { rows: readonly ForecastAnswer[] }) {
  const t = useText('forecast');
  const head = ['day', 'air', 'lowest', 'highest', 'hot', 'cold'] as const;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {head.map((key) => (
            <Table.Th key={key}>{t(`column.${key}`)}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Day key={row.day} row={row} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Day({ row }: { row: ForecastAnswer }) {
  const formats = useFormats();
  const { temperature, stroke, margin } = row;
  const range = (low: string, high: string) => `${low} – ${high}`;
  const strokes = (one: { p05: number; p95: number } | undefined) =>
    one === undefined
      ? '–'
      : range(formats.metric('stroke', one.p05, false), formats.metric('stroke', one.p95));
  const air =
    temperature === null
      ? '–'
      : range(
          formats.metric('temperature', temperature.min, false),
          formats.metric('temperature', temperature.max),
        );
  return (
    <Table.Tr>
      <Table.Td>{formats.day(row.day)}</Table.Td>
      <Table.Td>{air}</Table.Td>
      <Table.Td>{strokes(stroke?.min)}</Table.Td>
      <Table.Td>{strokes(stroke?.max)}</Table.Td>
      <Table.Td>{formats.percent(margin?.hot)}</Table.Td>
      <Table.Td>{formats.percent(margin?.cold)}</Table.Td>
    </Table.Tr>
  );
}

/** The basis, the age, and how often such intervals were right. */
function Honest({ rows }: { rows: readonly ForecastAnswer[] }) {
  const t = useText('forecast');
  const formats = useFormats();
  const skill = useForecastSkill().data?.results ?? [];
  const first = rows[0]!;
  const same = skill.filter(({ basis, inside }) => basis === first.basis && inside !== null);
  const n = same.reduce((sum, one) => sum + one.n, 0);
  const inside = same.reduce((sum, one) => sum + one.n * (one.inside ?? 0), 0) / (n || 1);
  return (
    <Text c="dimmed">
      {t(`basis.${first.basis}`, { at: formats.dateTime(first.issued_at) })}{' '}
      {n === 0 ? t('unproven') : t('proven', { share: formats.percent(inside), n: formats.number(n, 0) })}{' '}
      <WeatherSource basis={first.basis} />{' '}
      {first.change && t(`change.${first.change.fault}`, { day: formats.day(first.change.day) })}
    </Text>
  );
}
