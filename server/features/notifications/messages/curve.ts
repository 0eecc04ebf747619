import { CONDITION_METRICS, limitLine, periodSeconds } from '@aerowatch/domain/alerting/condition';
import { HOUR } from '@aerowatch/domain/durations';
import type { MetricKey } from '@aerowatch/domain/metrics';
import sharp from 'sharp';
import type { Db } from '../../../platform/database/db.ts';
import { loadPoints } from '../../measures/store-points.ts';
import type { NotifiedAlert } from './store-content.ts';

/** The content of a curve; values in metric units, times in ms. The mail adds the texts. */
export interface Curve {
  readonly metric: MetricKey;
  readonly points: readonly { time: number; value: number | null }[];
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  /** The limit, where the curve itself is compared with it. */
  readonly limit: number | null;
  readonly event: number;
}

/** More points than pixels are invisible. */
const MAX_POINTS = 4000;
export const WIDTH = 536;
export const HEIGHT = 150;

/** The metric around the event: at least six hours and two windows before it, up to the newest datapoint. */
export async function loadCurve(db: Db, alert: NotifiedAlert): Promise<Curve | null> {
  const { condition } = alert;
  const [metric] = CONDITION_METRICS[condition.metric].reads;
  if (metric === undefined) return null;
  const event = alert.openedAt.getTime();
  const from = event - Math.max(6 * HOUR, 2000 * periodSeconds(condition));
  const to = Math.min(Math.max(alert.lastAt.getTime(), event), event + 24 * HOUR);
  const loaded = await loadPoints(db, [{ aero: alert.aero, after: from - 1, until: to }], [metric]);
  const points = (loaded.get(alert.aero)?.points ?? []).map((point) => ({
    time: point.time,
    value: point[metric],
  }));
  const values = points.flatMap((point) => point.value ?? []);
  if (values.length < 2) return null;
  const limit = limitLine(condition, alert.model)?.value ?? null;
  const all = limit === null ? values : [...values, limit];
  const [low, high] = all.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [all[0]!, all[0]!]);
  return {
    metric,
    points: thin(points),
    from: points[0]!.time,
    to: points.at(-1)!.time,
    low,
    high,
    limit,
    event,
  };
}

/** Keeps the extremes of each bucket, so that no spike is hidden. */
function thin(points: Curve['points']): Curve['points'] {
  if (points.length <= MAX_POINTS) return points;
  const size = Math.ceil(points.length / (MAX_POINTS / 2));
  const kept: { time: number; value: number | null }[] = [];
  for (let start = 0; start < points.length; start += size) {
    const stretch = points.slice(start, start + size).filter((point) => point.value !== null);
    if (stretch.length === 0) continue;
    const sorted = stretch.toSorted((a, b) => a.value! - b.value!);
    kept.push(...[sorted[0]!, sorted.at(-1)!].sort((a, b) => a.time - b.time));
  }
  return kept;
}

/** As SVG without any text, because fonts differ from machine to machine. */
export function curveSvg(curve: Curve): string {
  const margin = 8;
  const span = curve.high - curve.low || 1;
  const x = (time: number) =>
    margin + ((time - curve.from) / (curve.to - curve.from || 1)) * (WIDTH - 2 * margin);
  const y = (value: number) => HEIGHT - margin - ((value - curve.low) / span) * (HEIGHT - 2 * margin);
  const lines: string[] = [];
  let line: string[] = [];
  for (const { time, value } of curve.points) {
    if (value === null) {
      lines.push(line.join(' '));
      line = [];
    } else line.push(`${x(time).toFixed(1)},${y(value).toFixed(1)}`);
  }
  lines.push(line.join(' '));
  const grid = [0.25, 0.5, 0.75]
    .map((part) => `<path d="M0 ${HEIGHT * part}H${WIDTH}" stroke="#e3e7ec"/>`)
    .join('');
  const limit =
    curve.limit === null
      ? ''
      : `<path d="M0 ${y(curve.limit).toFixed(1)}H${WIDTH}" stroke="#c92a2a" stroke-width="1.5" stroke-dasharray="6 4"/>`;
  const eventX = x(curve.event).toFixed(1);
  const at = curve.points.find((point) => point.time >= curve.event && point.value !== null);
  const dot = at
    ? `<circle cx="${x(at.time).toFixed(1)}" cy="${y(at.value!).toFixed(1)}" r="4.5" fill="#c92a2a"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f8f9fb"/>${grid}
<path d="M${eventX} 0V${HEIGHT}" stroke="#868e96" stroke-dasharray="2 3"/>${limit}
${lines.map((one) => `<polyline points="${one}" fill="none" stroke="#1864ab" stroke-width="2" stroke-linejoin="round"/>`).join('')}
${dot}</svg>`;
}

/** With twice the displayed resolution, for sharp screens. */
export async function curvePng(curve: Curve): Promise<Buffer> {
  return sharp(Buffer.from(curveSvg(curve)), { density: 144 })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
