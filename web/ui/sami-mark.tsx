import { SAMI_LETTERS, type SamiLevel } from '@aerowatch/domain/sami';
import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useText } from '../lib/text.ts';
import { SAMI_STYLES, SHAPE_PATHS } from './sami.ts';

/** Shape, colour and letter of a level, so that it never rests on colour alone. */
export function SamiShapeMark({ level, size = 20 }: { level: SamiLevel; size?: number }) {
  const scheme = useComputedColorScheme('light');
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
        {SAMI_LETTERS[level]}
      </text>
    </svg>
  );
}

/** A SAMI level: colour, shape, letter and word. */
export function SamiBadge({ level, size = 20 }: { level: SamiLevel; size?: number }) {
  const t = useText('domain');
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'middle' }}>
      <SamiShapeMark level={level} size={size} />
      <Text span size="sm">
        {t(`sami.${level}`)}
      </Text>
    </Group>
  );
}
