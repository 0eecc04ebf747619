/** A message for a chat, before it is converted to the format of a particular chat. No markup in any text. */
export interface Card {
  readonly title: string;
  /** Below the title. */
  readonly lead: readonly string[];
  readonly sections: readonly CardSection[];
  readonly action: CardLink;
  readonly footer: string;
  /** Name and value on one line, joined as the language does. */
  readonly fact: (name: string, value: string) => string;
  /** Says how many entries were left out. */
  readonly more: (count: number) => string;
}
export interface CardLink {
  readonly label: string;
  readonly link: string;
}
export interface CardSection {
  readonly heading: string;
  readonly notices: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** A list, each entry with its link. */
  readonly entries: readonly CardLink[];
  readonly action?: CardLink;
}

/** A single alert counts as an entry too. */
const entriesOf = (section: CardSection): number => Math.max(1, section.entries.length);

/** The card with only its first entries, and a line with the number of those left out. */
function shortened(card: Card, kept: number): Card {
  let room = kept;
  const sections = card.sections.flatMap((section) => {
    const here = Math.min(room, entriesOf(section));
    room -= here;
    return here === 0 ? [] : [{ ...section, entries: section.entries.slice(0, here) }];
  });
  const all = card.sections.reduce((sum, section) => sum + entriesOf(section), 0);
  const rest = { heading: card.more(all - kept), notices: [], facts: [], entries: [] };
  return { ...card, sections: [...sections, rest] };
}

/**
 * The card with as many of its entries as fit in `most` bytes. `write` returns null when a limit of the chat
 * is exceeded (blocks, characters of a text).
 */
export function fitCard(card: Card, most: number, write: (card: Card) => string | null): string {
  const fits = (text: string | null): text is string => text !== null && Buffer.byteLength(text) <= most;
  const whole = write(card);
  if (fits(whole)) return whole;
  let [low, high] = [0, card.sections.reduce((sum, section) => sum + entriesOf(section), 0) - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(write(shortened(card, middle)))) low = middle;
    else high = middle - 1;
  }
  return write(shortened(card, Math.max(0, low))) ?? '';
}
