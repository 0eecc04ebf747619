import type { Box } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { BoxPicture } from '../../entities/box-map/box-picture.tsx';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';

/** The place of the box: a picture, which becomes a map when the user wants to move it. */
export default function PlaceMap({ box }: { box: Box }) {
  const t = useText('box');
  const navigate = useNavigate();
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
  const open = () => navigate(paths.map({ box: box.id }));
  return <BoxPicture points={points} label={t('fact.position')} onPick={open} onPickSeveral={open} />;
}
