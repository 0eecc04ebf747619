import { Group, Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { IconAntenna, IconBell, IconDatabase, IconRouter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';

export type Dashboard = Answer<'dashboard'>;

/** The four figures of the morning. */
export function Figures({ data }: { data: Dashboard }) {
  const t = useText('dashboard');
  const formats = useFormats();
  const today = new Date().toISOString().slice(0, 10);
  const stored = data.evolution.find(({ day }) => day.slice(0, 10) === today)?.count ?? 0;
  const alerting = data.open_alerts > 0;
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
      <Figure
        label={t('figure.boxes')}
        value={formats.number(data.boxes)}
        to={paths.boxes()}
        icon={<IconRouter size={22} aria-hidden />}
        note={t('figure.aeros', { count: data.aeros, shown: formats.number(data.aeros) })}
      />
      <Figure
        label={t('figure.alerts')}
        value={formats.number(data.open_alerts)}
        to={paths.alerts()}
        color={alerting ? 'red' : 'teal'}
        icon={<IconBell size={22} aria-hidden />}
        note={t(alerting ? 'figure.alerts_some' : 'figure.alerts_none')}
      />
      <Figure
        label={t('figure.online')}
        value={data.online_share === null ? '–' : formats.percent(data.online_share)}
        to={paths.boxes({ status: 'online' })}
        icon={<IconAntenna size={22} aria-hidden />}
        note={t('figure.online_of', {
          online: formats.number(data.boxes_online),
          count: formats.number(data.boxes),
        })}
      />
      <Figure
        label={t('figure.measures')}
        value={formats.number(data.measures)}
        to={paths.visualization()}
        icon={<IconDatabase size={22} aria-hidden />}
        small
        note={t('figure.measures_today', { count: formats.number(stored) })}
      />
    </SimpleGrid>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note: string;
  icon: ReactNode;
  to: string;
  color?: string;
  /** Its figure needs no action. */
  small?: boolean;
}
function Figure({ label, value, note, icon, to, color = 'petrol', small = false }: FigureProps) {
  return (
    <Paper p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <TextLink to={to} fw={500}>
            {label}
          </TextLink>
          <Text
            size="md"
            fz={small ? { base: 16, sm: 18 } : { base: 22, sm: 28 }}
            fw={small ? 500 : 700}
            lh={small ? 1.9 : 1.25}
            className="aw-figures"
          >
            {value}
          </Text>
          <SmallText>{note}</SmallText>
        </div>
        <ThemeIcon variant="light" color={color} size={40} radius="md" visibleFrom="xs">
          {icon}
        </ThemeIcon>
      </Group>
    </Paper>
  );
}
