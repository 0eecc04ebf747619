/** The basic alphabet of GSM 03.38; characters of the extension count twice. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('^{}\\[~]|€');

/** Characters that have a plain replacement. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u202f': ' ',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '°': '',
  '≥': '>=',
  '≤': '<=',
  '×': 'x',
  œ: 'oe',
  Œ: 'OE',
};

/**
 * The text in GSM-7 if possible: accents missing from the alphabet are dropped. Null when it is impossible.
 */
export function toGsm7(text: string): string | null {
  let result = '';
  for (const sign of text.normalize('NFC')) {
    const plain = PLAIN[sign] ?? sign;
    if ([...plain].every((one) => BASIC.has(one) || EXTENSION.has(one))) result += plain;
    else {
      const bare = plain.normalize('NFD').replace(/\p{M}/gu, '');
      if (bare === '' || ![...bare].every((one) => BASIC.has(one))) return null;
      result += bare;
    }
  }
  return result;
}

/** Number of SMS for a text: 160 characters, or 153 each of several; in UCS-2 70, or 67 each. */
export function smsCount(text: string): number {
  const gsm = toGsm7(text) === text;
  const length = gsm ? septets(text) : text.length;
  const [one, each] = gsm ? [160, 153] : [70, 67];
  return length <= one ? 1 : Math.ceil(length / each);
}

function septets(text: string): number {
  return [...text].reduce((sum, sign) => sum + (EXTENSION.has(sign) ? 2 : 1), 0);
}

/** The text and its link in at most this many SMS: only the text is cut. */
export function fitSms(text: string, link: string, most: number): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  const whole = toGsm7(clean) ?? clean;
  const join = (part: string) => (link === '' ? part : `${part} ${link}`);
  if (smsCount(join(whole)) <= most) return join(whole);
  const signs = [...whole];
  let [low, high] = [0, signs.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (smsCount(join(`${signs.slice(0, middle).join('').trimEnd()}...`)) <= most) low = middle;
    else high = middle - 1;
  }
  return join(`${signs.slice(0, low).join('').trimEnd()}...`);
}
