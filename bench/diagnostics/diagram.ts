/** The calibration diagram as a self-contained SVG, legible on a light page and on a dark one. */
import type { Bin } from './results.ts';

const SIZE = 360;
const LEFT = 56;
const TOP = 16;
const BOTTOM = 56;
/** Lowest confidence drawn: nothing is reported below it. */
const FROM = 0.5;

const x = (share: number) => LEFT + ((share - FROM) / (1 - FROM)) * SIZE;
const y = (share: number) => TOP + (1 - share) * SIZE;

/** 95 % interval of a share (Wilson 1927). */
export function wilson(so: number, said: number): [number, number] {
  const z = 1.96;
  const share = so / said;
  const middle = (share + z ** 2 / (2 * said)) / (1 + z ** 2 / said);
  const half = (z / (1 + z ** 2 / said)) * Math.sqrt((share * (1 - share)) / said + z ** 2 / (4 * said ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @param bins findings by their stated confidence; empty bins are left out. */
export function calibrationDiagram(bins: readonly Bin[], title: string): string {
  const filled = bins.filter(({ said, mean }) => said > 0 && mean !== null);
  const ticks = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const [width, height] = [LEFT + SIZE + 24, TOP + SIZE + BOTTOM];
  const marks = filled.map(({ said, so, mean }) => {
    const [low, high] = wilson(so, said);
    const [at, share] = [x(mean!), so / said];
    const size = Math.min(9, 3 + Math.sqrt(said) / 3);
    return [
      `<path class="range" d="M${at.toFixed(1)} ${y(low).toFixed(1)}V${y(high).toFixed(1)}"/>`,
      `<circle class="bin" cx="${at.toFixed(1)}" cy="${y(share).toFixed(1)}" r="${size.toFixed(1)}"><title>${percent(mean!)} said, ${so} of ${said} so</title></circle>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}">`,
    '<style>text{font:12px sans-serif;fill:#334}.grid{stroke:#8894;fill:none}.ideal{stroke:#889;stroke-dasharray:5 4;fill:none}.range{stroke:#0a6ebd;stroke-width:2;fill:none}.bin{fill:#0a6ebd}rect{fill:#fff}',
    '@media(prefers-color-scheme:dark){text{fill:#dde}rect{fill:#161b22}.range{stroke:#6cb6ff}.bin{fill:#6cb6ff}}</style>',
    `<rect width="${width}" height="${height}"/>`,
    ...ticks.map(
      (tick) =>
        `<path class="grid" d="M${x(tick)} ${TOP}V${TOP + SIZE}"/><text x="${x(tick)}" y="${TOP + SIZE + 18}" text-anchor="middle">${percent(tick)}</text>`,
    ),
    ...shares.map(
      (share) =>
        `<path class="grid" d="M${LEFT} ${y(share)}H${LEFT + SIZE}"/><text x="${LEFT - 8}" y="${y(share) + 4}" text-anchor="end">${percent(share)}</text>`,
    ),
    `<path class="ideal" d="M${x(FROM)} ${y(FROM)}L${x(1)} ${y(1)}"/>`,
    ...marks,
    `<text x="${LEFT + SIZE / 2}" y="${TOP + SIZE + 42}" text-anchor="middle">said with a confidence of</text>`,
    `<text transform="translate(14 ${TOP + SIZE / 2}) rotate(-90)" text-anchor="middle">so</text>`,
    '</svg>',
    '',
  ].join('\n');
}
