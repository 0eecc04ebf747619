/** What a bucket holds beside its mean, ` (298 … 310)`; nothing when all its values are one. */
export function spreadText(
  number: Intl.NumberFormat,
  { min, max }: { min?: number | null; max?: number | null },
): string {
  return min == null || max == null || min === max ? '' : ` (${number.format(min)} … ${number.format(max)})`;
}
