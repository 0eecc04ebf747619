import { Anchor, Group, Text } from '@mantine/core';
import { IconNavigation } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { BoxPicture } from '../../entities/box-map/box-picture.tsx';
import { pointsOf } from '../../entities/box-map/columns.ts';
import { useBoxColumns } from '../../entities/box-map/use-box-columns.ts';
import { type Order, useOrderPlace } from '../../entities/work/work-words.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './work-order.module.css';

/** The place: a map, and directions in the phone's own map or in the browser. */
export function WayThere({ order }: { order: Order }) {
  const t = useText('work');
  const navigate = useNavigate();
  const place = useOrderPlace();
  const { data: columns } = useBoxColumns();
  const points = useMemo(() => {
    const row = columns?.id.indexOf(order.box) ?? -1;
    return columns === undefined || row < 0 ? undefined : pointsOf(columns, [row]);
  }, [columns, order.box]);
  const { latitude, longitude } = order.place;
  return (
    <Panel title={t('way.title')} mb="md" region gap="xs">
      <Text mb="xs">{place(order)}</Text>
      {latitude === null || longitude === null ? null : (
        <>
          <Group gap="md" mb="xs" className="aw-no-print">
            <Anchor
              href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}
              fw={600}
              className={classes.way}
            >
              <IconNavigation size={16} aria-hidden /> {t('way.directions')}
            </Anchor>
            <Anchor
              href={`https://www.openstreetmap.org/directions?to=${latitude},${longitude}`}
              target="_blank"
              rel="noreferrer"
              className={classes.way}
            >
              {t('way.browser')}
            </Anchor>
          </Group>
          <Text className="aw-figures" c="dimmed" size="xs" mb="xs">
            {`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}
          </Text>
        </>
      )}
      {points === undefined ? null : (
        <div className={classes.map}>
          <BoxPicture
            points={points}
            label={t('way.map')}
            onPick={(id) => navigate(paths.box(id))}
            onPickSeveral={(boxes) => navigate(paths.map({ boxes }))}
          />
        </div>
      )}
    </Panel>
  );
}
