/**
 * Kilometre points: stored in km, shown and typed as railways write them (`105+129`: km 105, 129 m).
 * Those before a line's origin are negative: `-0+250` is −0.25 km.
 */
const RAILWAY = /^(-?)(\d{1,4})\+(\d{1,3})$/;
const DECIMAL = /^(-?)(\d{1,4})(?:[.,](\d{1,3}))?$/;

/**
 * km from `105+129`, `105.129`, `105,129` or `105`, with or without `PK` before it; null for any other text.
 */
export function parseKilometerPoint(text: string): number | null {
  // The minus sign may be a typographic one, and spaces may surround the plus.
  const compact = text.replace(/[−–]/g, '-').replace(/\s/g, '').replace(/^pk/i, '');
  const railway = RAILWAY.exec(compact);
  const match = railway ?? DECIMAL.exec(compact);
  if (!match) return null;
  // `105+12` is 12 metres, `105.12` is 120.
  const metres = railway ? Number(match[3]) : Number((match[3] ?? '').padEnd(3, '0'));
  const total = (Number(match[2]) * 1000 + metres) / 1000;
  return match[1] === '-' && total !== 0 ? -total : total;
}

/** 105.129 km becomes `105+129`; rounded to the metre. */
export function formatKilometerPoint(km: number): string {
  const metres = Math.round(Math.abs(km) * 1000);
  const sign = km < 0 && metres > 0 ? '-' : '';
  return `${sign}${Math.floor(metres / 1000)}+${String(metres % 1000).padStart(3, '0')}`;
}
