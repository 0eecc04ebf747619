import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { canDraw } from '../../map/can-draw.ts';
import { PointMap } from '../../map/point-map.tsx';
import { useSamiKinds } from './kinds.ts';
import { useMapLocale } from './locale.ts';
import { NoMap } from './no-map.tsx';

type MapProps = Parameters<typeof PointMap>[0];
interface Own {
  label?: string;
  /** Meaning of the marks; SAMI levels by default. */
  kinds?: MapProps['kinds'];
  /** Shown instead in a browser without WebGL. */
  without?: ReactNode;
}
type ProvidedProps = 'kinds' | 'theme' | 'language' | 'styleUrl' | 'overlayUrl' | 'locale';

/** A map of boxes in the reader's theme and language, on the base map and overlay that the operator chose. */
export default function BoxMap({
  without = <NoMap />,
  kinds: given,
  ...props
}: Omit<MapProps, ProvidedProps | 'label'> & Own) {
  const t = useText('map');
  const { language } = useFormats();
  const theme = useComputedColorScheme('light');
  const sami = useSamiKinds();
  const kinds = given ?? sami;
  const locale = useMapLocale();
  const meta = useQuery('meta', {});
  if (!canDraw()) return without;
  // The base map is known once the server has answered, or failed to.
  if (meta.isLoading) return null;
  return (
    <PointMap
      // MapLibre sets the texts of its controls only when it is created.
      key={language}
      kinds={kinds}
      theme={theme}
      language={language}
      locale={locale}
      styleUrl={meta.data?.map_style_url ?? null}
      overlayUrl={meta.data?.map_overlay_url ?? null}
      label={t('label')}
      {...props}
    />
  );
}
