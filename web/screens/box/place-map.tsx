import type { Box } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { useMemo } from 'react';
import { BoxMap } from '../../entities/box-map/box-map.tsx';
import { useText } from '../../lib/text.ts';

/** Where the box stands. */
export default function PlaceMap({ box }: { box: Box }) {
  const t = useText('box');
  const points = useMemo(
    () => ({
      id: [box.id],
      longitude: [box.longitude!],
      latitude: [box.latitude!],
      kind: [SAMI_LEVELS.indexOf(box.sami)],
      alerts: [box.open_alerts],
    }),
    [box.id, box.longitude, box.latitude, box.sami, box.open_alerts],
  );
  return (
    <BoxMap
      points={points}
      view={{ longitude: box.longitude!, latitude: box.latitude!, zoom: 10.5 }}
      label={t('fact.position')}
    />
  );
}
