import { type SamiLevel, samiLetters } from '@aerowatch/domain/sami';
import { Group, Text, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SAMI_STYLES, SHAPE_PATHS } from './sami.ts';

/** Shape and colour of a level, with its letter if that fits the language: never colour alone. */
export function SamiShapeMark({ level, size = 20 }: { level: SamiLevel; size?: number }) {
  const scheme = useComputedColorScheme('light');
  const { language } = useFormats();
  const { shape, ...colors } = SAMI_STYLES[level];
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden style={{ flex: 'none' }}>
      <path d={SHAPE_PATHS[shape]} fill={colors[scheme]} />
      <text
        x="10"
        y={shape === 'triangle' ? 16.2 : 13.9}
        textAnchor="middle"
        fontSize={shape === 'triangle' || shape === 'diamond' ? 9.5 : 11}
        fontWeight="700"
        fill={scheme === 'dark' ? '#0c1318' : '#fff'}
      >
        {samiLetters(language)[level]}
      </text>
    </svg>
  );
}

interface BadgeProps {
  level: SamiLevel;
  size?: number;
  /** In long lists: the word is visible only if something must be done. */
  quiet?: boolean;
}

/** A SAMI level: colour, shape and word. */
export function SamiBadge({ level, size = 20, quiet = false }: BadgeProps) {
  const t = useText('domain');
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <SamiShapeMark level={level} size={size} />
      {quiet && level === 'satisfactory' ? (
        <VisuallyHidden component="span">{t(`sami.${level}`)}</VisuallyHidden>
      ) : (
        <Text span>{t(`sami.${level}`)}</Text>
      )}
    </Group>
  );
}
