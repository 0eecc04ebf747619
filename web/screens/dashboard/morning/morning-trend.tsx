import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { StrokeSpark } from '../../../entities/boxes/stroke-spark.tsx';
import { useFormats } from '../../../lib/format.ts';
import { useItem } from '../../../lib/query/use-collection.ts';
import classes from './morning.module.css';

/** The current stroke of an AERO, and its last days. */
export function MorningTrend({ aero }: { aero: number }) {
  const formats = useFormats();
  const latest = useItem('measures', aero);
  const aeros = useMemo(() => [{ id: aero }], [aero]);
  return (
    <div className={classes.trend}>
      <Text fw={600} className="aw-figures">
        {latest?.stroke == null ? '–' : formats.metric('stroke', latest.stroke)}
      </Text>
      <StrokeSpark aeros={aeros} />
    </div>
  );
}
