import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { useMemo } from 'react';
import { useChanceLook } from '../../entities/forecast/use-chance-look.ts';
import { type Layout, layoutOf } from './picture/track-layout.ts';

/** The lanes of AEROs, whose chances count by the threshold of their client. */
export function useLayout(aeros: readonly AeroOnLine[]): Layout {
  const lookOf = useChanceLook();
  return useMemo(() => layoutOf(aeros, ({ chance, client }) => lookOf(chance, client)), [aeros, lookOf]);
}
