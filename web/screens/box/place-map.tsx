import type { Box } from '@aerowatch/contracts/api/boxes';
import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useSamiKinds } from '../../entities/box-map/kinds.ts';
import { useMapLocale } from '../../entities/box-map/locale.ts';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { PointMap } from '../../map/point-map.tsx';

/** Where the box stands. */
export default function PlaceMap({ box }: { box: Box }) {
  const t = useText('box');
  const { language } = useFormats();
  const theme = useComputedColorScheme('light');
  const kinds = useSamiKinds();
  const locale = useMapLocale();
  const meta = useRead('meta', {}).data;
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
    <PointMap
      points={points}
      kinds={kinds}
      theme={theme}
      language={language}
      locale={locale}
      view={{ longitude: box.longitude!, latitude: box.latitude!, zoom: 10.5 }}
      styleUrl={meta?.map_style_url}
      overlayUrl={meta?.map_overlay_url}
      label={t('fact.position')}
    />
  );
}
