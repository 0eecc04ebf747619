/** The extremes of a bucket beside its mean, ` (298 … 310)`; nothing when all its values are equal. */
export function spreadText(
  number: Intl.NumberFormat,
  { min, max }: { min?: number | null; max?: number | null },
): string {
  return min == null || max == null || min === max ? '' : ` (${number.format(min)} … ${number.format(max)})`;
}
