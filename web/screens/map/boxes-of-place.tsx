import type { SamiLevel } from '@aerowatch/domain/sami';
import { Badge, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { type BoxColumns, byTrouble } from '../../entities/box-map/columns.ts';
import { useText } from '../../lib/text.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { SmallText } from '../../ui/small-text.ts';
import classes from './map-screen.module.css';

interface Props {
  columns: BoxColumns;
  ids: readonly number[];
  onPick: (id: number) => void;
}

/** Boxes that no zoom separates, for example two on one pole: the worst first, each opens its card. */
export function BoxesOfPlace({ columns, ids, onPick }: Props) {
  const t = useText('map');
  const domain = useText('domain');
  const rows = byTrouble(
    columns,
    ids.map((id) => columns.id.indexOf(id)).filter((row) => row >= 0),
  );
  return (
    <Stack gap="xs" p="md" className={classes.place}>
      <Title order={2} size="h4" pr={28}>
        {t('of_place', { count: rows.length })}
      </Title>
      <ul className={classes.places}>
        {rows.map((row) => {
          const level = columns.levels[columns.sami[row]!] as SamiLevel;
          const status = columns.statuses[columns.status[row]!] as 'new' | 'online' | 'late' | 'silent';
          const alerts = columns.alerts[row]!;
          const words = [columns.pole[row], domain(`sami.${level}`), domain(`status.${status}`)];
          return (
            <li key={columns.id[row]}>
              <UnstyledButton className={classes.pick} onClick={() => onPick(columns.id[row]!)}>
                <SamiShapeMark level={level} size={22} />
                <span className={classes.text}>
                  <Text fw={600} truncate>
                    {columns.serial_number[row]}
                  </Text>
                  <SmallText truncate>{words.filter(Boolean).join(' · ')}</SmallText>
                </span>
                {alerts > 0 ? (
                  <Badge variant="filled" color="red" size="sm" aria-label={t('alerts', { count: alerts })}>
                    {alerts}
                  </Badge>
                ) : null}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
