/** Spaces of every width and apostrophes between thousands, as spreadsheets in our languages write them. */
const GROUPED = /^([-+−]?\d{1,3})((?:[ \u00a0\u2009\u202f'’]\d{3})+)(?=$|[.,])/;
const DECIMAL = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;

/** A cell's number, with a decimal point or comma and with or without spaces in its thousands; null for others. */
export function cellNumber(text: string): number | null {
  const plain = text
    .replace(GROUPED, (_, first: string, groups: string) => first + groups.replace(/\D/g, ''))
    .replace(/^−/, '-');
  return DECIMAL.test(plain) ? Number(plain.replace(',', '.')) : null;
}
