import { Center, Group, Paper, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { BoxPicture } from '../../entities/box-map/box-picture.tsx';
import { pointsOf } from '../../entities/box-map/columns.ts';
import { useBoxColumns } from '../../entities/box-map/use-box-columns.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { LoadingLines } from '../../ui/states/states.tsx';

/**
 * All boxes at a glance; a click on one opens it on the large map, any other click makes this one
 * interactive.
 */
export default function SmallMap() {
  const t = useText('dashboard');
  const navigate = useNavigate();
  const { data: columns, isLoading } = useBoxColumns();
  const points = useMemo(
    () =>
      columns === undefined
        ? undefined
        : pointsOf(
            columns,
            columns.id.map((_, row) => row),
          ),
    [columns],
  );
  return (
    <Paper
      h="100%"
      component="section"
      aria-labelledby="map"
      style={{ overflow: 'clip', display: 'flex', flexDirection: 'column' }}
    >
      <Group justify="space-between" p="md" pb="sm">
        <Title order={2} size="h4" id="map">
          {t('map.title')}
        </Title>
        <TextLink to={paths.map()}>{t('map.open')}</TextLink>
      </Group>
      <div style={{ flex: 1, minHeight: 280, position: 'relative' }}>
        {points === undefined ? (
          isLoading ? (
            <div style={{ padding: 16 }}>
              <LoadingLines />
            </div>
          ) : null
        ) : points.id.length === 0 ? (
          <Center h="100%">
            <Text c="dimmed">{t('map.empty')}</Text>
          </Center>
        ) : (
          <BoxPicture
            points={points}
            label={t('map.picture')}
            onPick={(id) => navigate(paths.map({ box: id }))}
            onPickSeveral={(boxes) => navigate(paths.map({ boxes }))}
          />
        )}
      </div>
    </Paper>
  );
}
