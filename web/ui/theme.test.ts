import { DEFAULT_THEME, type MantineTheme } from '@mantine/core';
import { expect, it } from 'vitest';
import { cssVariables } from './theme.ts';

type Rgb = [number, number, number];
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const luminance = (color: Rgb): number => {
  const [r, g, b] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG contrast ratio of two colours. */
function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, two) => one - two) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

it('what is written on the light orange and yellow of notices can be read (WCAG AA, 4.5)', () => {
  const { light } = cssVariables(DEFAULT_THEME as MantineTheme);
  for (const name of ['orange', 'yellow'] as const) {
    // Mantine's light variant: a tenth of the colour over the surface, white or the page's grey.
    for (const surface of ['#ffffff', light['--mantine-color-body']!]) {
      const ground = rgb(surface).map(
        (part, index) => part * 0.9 + rgb(DEFAULT_THEME.colors[name][6])[index]! * 0.1,
      ) as Rgb;
      const text = rgb(light[`--mantine-color-${name}-light-color`]!);
      expect(contrast(text, ground), `${name} on ${surface}`).toBeGreaterThan(4.5);
    }
  }
});
