import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Group, Text, Title } from '@mantine/core';
import { Fragment, useCallback } from 'react';
import { useBoxLatest } from '../../../entities/box-map/use-box-latest.ts';
import { FindingHead, FindingReasons } from '../../../entities/diagnostics/finding-card.tsx';
import { type CurveRead, FindingChart } from '../../../entities/diagnostics/finding-chart.tsx';
import { type Finding, type FleetRow, standing } from '../../../entities/diagnostics/finding-value.ts';
import { VerdictBadge } from '../../../entities/diagnostics/verdict-badge.tsx';
import { AeroGauge } from '../../../entities/gauge/aero-gauge.tsx';
import { useAeroGauge } from '../../../entities/gauge/use-aero-gauge.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { SamiBadge } from '../../../ui/badges/sami-mark.tsx';
import { ErrorState } from '../../../ui/states/states.tsx';
import classes from './box-paper.module.css';
import type { PaperRead } from './paper-reads.ts';

/** Maximum findings of one AERO on paper; the console has the rest. */
const MAX_FINDINGS = 2;

/** The first finding of each fault: further ones need no other act. */
const onePerFault = (found: readonly Finding[]): Finding[] => {
  const sign = (one: Finding) => one.fault ?? one.key;
  return found.filter((one, index) => found.findIndex((other) => sign(other) === sign(one)) === index);
};

interface Props {
  aero: Aero;
  box: Box;
  /** Its diagnosis. */
  read: PaperRead<FleetRow | undefined>;
  /** Reports the loading state of the curve of its first finding. */
  onCurve: (aero: number, read: CurveRead) => void;
}
/** Height of one panel of the finding's curve, px. */
const HEIGHT = 64;

/** One AERO on paper: its SAMI, findings with the curve of the first, stroke, newest values. */
export function PaperAero({ aero, box, read, onCurve }: Props) {
  const { failure } = read;
  const row = failure === undefined ? read.data : undefined;
  const t = useText('diagnostics');
  const words = useText('domain');
  const formats = useFormats();
  const gauge = useAeroGauge(aero, box);
  const measure = useBoxLatest(box.id).measures[aero.id];
  const found = row === undefined ? [] : onePerFault(standing(row));
  const onRead = useCallback((curve: CurveRead) => onCurve(aero.id, curve), [onCurve, aero.id]);
  return (
    <section className={classes.aero}>
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
          {index === 0 ? (
            <>
              <FindingReasons finding={finding} />
              <div className={classes.whole}>
                <FindingChart aero={aero.id} finding={finding} height={HEIGHT} onRead={onRead} />
              </div>
            </>
          ) : null}
        </Fragment>
      ))}
      {found.length > MAX_FINDINGS ? (
        <Text size="xs">{t('more', { count: found.length - MAX_FINDINGS })}</Text>
      ) : null}
      <div className={classes.whole}>
        <AeroGauge facts={gauge} />
      </div>
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
