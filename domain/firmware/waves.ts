/** Share of the boxes in the second wave. */
const SECOND_WAVE = 0.1;

/**
 * Wave of each of `count` boxes, in order: one box, a tenth of all, the rest; or all in one.
 * @param plan `standard` or `none`
 */
export function wavesOf(count: number, plan: 'standard' | 'none'): number[] {
  if (plan === 'none' || count <= 1) return Array.from({ length: count }, () => 1);
  const second = Math.max(1, Math.ceil(count * SECOND_WAVE));
  return Array.from({ length: count }, (_, index) => (index === 0 ? 1 : index <= second ? 2 : 3));
}

/** Results of the boxes of a wave. */
export interface WaveCounts {
  readonly size: number;
  readonly failed: number;
  readonly installed: number;
  readonly cancelled: number;
  /** Queued but not offered: battery low, hardware too old. */
  readonly blocked: number;
}

/**
 * Whether so many boxes of a wave failed that the update stops automatically. `accepted` are failures that
 * somebody has seen and accepted.
 */
export function isStopped(wave: WaveCounts, stopPercent: number, accepted: number): boolean {
  return wave.failed > accepted && ((wave.failed - accepted) / wave.size) * 100 > stopPercent;
}

/**
 * Whether the next wave may begin: every box that could be offered is finished, and if some could not, at
 * least one proves that the firmware works.
 */
export function isPassed(wave: WaveCounts): boolean {
  const through = wave.installed + wave.failed + wave.cancelled;
  return through + wave.blocked >= wave.size && (wave.blocked === 0 || wave.installed > 0);
}
