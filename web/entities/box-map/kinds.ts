import { SAMI_LEVELS, samiLetters } from '@aerowatch/domain/sami';
import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { MarkerKind } from '../../map/points/point-icons.ts';
import { SAMI_STYLES } from '../../ui/badges/sami.ts';

/** How the map draws each SAMI level, in the order of `SAMI_LEVELS`. */
export function useSamiKinds(): readonly MarkerKind[] {
  const t = useText('domain');
  const scheme = useComputedColorScheme('light');
  const { language } = useFormats();
  return useMemo(
    () =>
      SAMI_LEVELS.map((level) => ({
        color: SAMI_STYLES[level][scheme],
        ink: scheme === 'dark' ? '#0c1318' : '#ffffff',
        letter: samiLetters(language)[level],
        shape: SAMI_STYLES[level].shape,
        label: t(`sami.${level}`),
      })),
    [t, scheme, language],
  );
}
