import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { Paper, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { SamiShapeMark } from '../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './strip.module.css';

export type Dashboard = Answer<'dashboard'>;

/** The morning's figures in one thin line: boxes deployed, alerts, measures, the latest of them, SAMI. */
export function Strip({ data }: { data: Dashboard }) {
  const t = useText('dashboard');
  const common = useText('common');
  const formats = useFormats();
  const today = new Date().toISOString().slice(0, 10);
  const stored = data.evolution.find(({ day }) => day.slice(0, 10) === today)?.count ?? 0;
  const { latest } = data;
  return (
    <Paper component="section" aria-label={t('figure.all')} className={classes.strip}>
      <Figure label={t('figure.boxes')} to={paths.boxes()} value={formats.number(data.boxes)}>
        {t('figure.online_count', { count: data.boxes_online, shown: formats.number(data.boxes_online) })}
      </Figure>
      <Figure
        label={t('figure.alerts')}
        to={paths.alerts()}
        value={formats.number(data.open_alerts)}
        alarming={data.open_alerts > 0}
      />
      <Figure label={t('figure.measures')} to={paths.visualization()} value={formats.number(data.measures)}>
        {t('figure.measures_today', { count: formats.number(stored) })}
      </Figure>
      <Figure
        label={t('latest.title')}
        to={latest === null ? paths.boxes() : paths.box(latest.box)}
        value={latest === null ? '–' : <RelativeTime time={latest.date} />}
      >
        {latest === null ? t('latest.none') : `${latest.serial_number} · ${common('action.view_details')}`}
      </Figure>
      <Levels data={data} />
    </Paper>
  );
}

interface FigureProps {
  label: string;
  to: string;
  value: ReactNode;
  alarming?: boolean;
  children?: ReactNode;
}
function Figure({ label, to, value, alarming = false, children }: FigureProps) {
  return (
    <TextLink to={to} underline="never" className={classes.figure} data-alarming={alarming || undefined}>
      <Text span size="xs" c="dimmed">
        {label}
      </Text>
      <Text span className={classes.value}>
        {value}
      </Text>
      <Text span size="xs" c="dimmed" truncate>
        {children}
      </Text>
    </TextLink>
  );
}

/** How many boxes are at each level. */
function Levels({ data }: { data: Dashboard }) {
  const t = useText('dashboard');
  const domain = useText('domain');
  const formats = useFormats();
  return (
    <div className={classes.sami}>
      <Text span size="xs" c="dimmed">
        {t('sami.title')}
      </Text>
      <span className={classes.levels}>
        {SAMI_LEVELS.map((level) => (
          <TextLink
            key={level}
            to={paths.boxes({ sami: level })}
            underline="never"
            className={classes.level}
            title={domain(`sami.${level}`)}
          >
            <SamiShapeMark level={level} />
            <VisuallyHidden component="span">{domain(`sami.${level}`)}</VisuallyHidden>
            <Text span fw={600} c="var(--mantine-color-text)" className="aw-figures">
              {formats.number(data.sami[level] ?? 0)}
            </Text>
          </TextLink>
        ))}
      </span>
    </div>
  );
}
