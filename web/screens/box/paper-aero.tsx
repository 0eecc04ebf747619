import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Group, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { FindingHead, FindingReasons } from '../../entities/diagnostics/finding-card.tsx';
import { type FleetRow, standing } from '../../entities/diagnostics/finding-value.ts';
import { VerdictBadge } from '../../entities/diagnostics/verdict-badge.tsx';
import { AeroGauge } from '../../entities/gauge/aero-gauge.tsx';
import { useAeroGauge } from '../../entities/gauge/use-aero-gauge.ts';
import { useItem } from '../../entities/use-collection.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SamiBadge } from '../../ui/sami-mark.tsx';
import { ErrorState } from '../../ui/states.tsx';
import classes from './box-paper.module.css';
import type { PaperRead } from './paper-reads.ts';

/** Findings of one AERO on paper; the console has the rest. */
const MAX_FINDINGS = 2;

interface Props {
  aero: Aero;
  box: Box;
  /** Its diagnosis. */
  read: PaperRead<FleetRow | undefined>;
}

/** One AERO on paper: its SAMI, findings, stroke, newest values. */
export function PaperAero({ aero, box, read }: Props) {
  const { failure } = read;
  const row = failure === undefined ? read.data : undefined;
  const t = useText('diagnostics');
  const words = useText('domain');
  const formats = useFormats();
  const gauge = useAeroGauge(aero, box);
  const measure = useItem('measures', aero.id);
  const found = row === undefined ? [] : standing(row);
  return (
    <section className={classes.part}>
      <Group gap="md" mb={4}>
        <Title order={2} size="h4">
          {[words('aero', { position: aero.position }), aero.track_number].filter(Boolean).join(' · ')}
        </Title>
        <SamiBadge level={aero.sami} size={16} />
        {row === undefined || found.length > 0 ? null : <VerdictBadge verdict={row.verdict} />}
      </Group>
      {failure === undefined ? null : <ErrorState failure={failure} onRetry={read.onRetry} />}
      {found.slice(0, MAX_FINDINGS).map((finding, index) => (
        <Fragment key={finding.key}>
          <FindingHead finding={finding} first={index === 0} compact />
          {index === 0 ? <FindingReasons finding={finding} /> : null}
        </Fragment>
      ))}
      {found.length > MAX_FINDINGS ? (
        <Text size="xs">{t('more', { count: found.length - MAX_FINDINGS })}</Text>
      ) : null}
      <AeroGauge facts={gauge} />
      <Text size="xs">
        {measure === undefined
          ? ''
          : [
              formats.dateTime(measure.date),
              ...METRIC_KEYS.map(
                (metric) => `${words(`metric.${metric}.name`)} ${formats.metric(metric, measure[metric])}`,
              ),
            ].join(' · ')}
      </Text>
    </section>
  );
}
