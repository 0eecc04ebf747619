import { LANGUAGE_KEYS, type Language } from '@aerowatch/domain/languages';
import type { Locator } from 'playwright-core';
import { type Desk, goTo, isMessage, saveField } from './desk.ts';
import { TYPED_KINDS, type TypedKind } from './fields.ts';
import { type DURATIONS, TYPINGS, type Typing } from './kinds.ts';
import { WAYS } from './ways.ts';

/** Pauses between two keys, ms: of a fast typist, and of one who looks for each key. */
export const [FAST, SLOW] = [50, 200];
type OneText = Exclude<TypedKind, 'duration'>;
/** Kinds of fields with one text; a duration has a part for each unit. */
export const OF_ONE_TEXT = TYPED_KINDS.filter((kind): kind is OneText => kind !== 'duration');

/** What is wrong with the saving or the error of a typed text; null if it is right. */
export async function judged(
  desk: Desk,
  kind: TypedKind,
  field: Locator,
  { text, worth, problem }: Typing,
  held: string,
) {
  const there = await field.inputValue();
  if (there !== held) return `typed ${JSON.stringify(held)}, holds ${JSON.stringify(there)}`;
  const { told, sent } = await saveField(desk, kind, field);
  const outcome = JSON.stringify({ told, sent });
  // Typed into existing text: the combined text is saved or reported.
  if (held !== text) return told !== '' || sent !== undefined ? null : 'neither saved nor told';
  if (problem === undefined) {
    // An already stored value is not saved again.
    const now = sent === undefined && told === '' ? stored.get(desk) : sent;
    stored.set(desk, now);
    return told === '' && now === worth ? null : outcome;
  }
  const isTold = isMessage(told, problem, desk.language, await field.getAttribute('data-unit'));
  // Nothing else is sent: at most the text itself, which the server refuses.
  const right = isTold && (sent === undefined || sent === text) && (await stays(field, text, problem));
  return right ? null : outcome;
}
/** Text that cannot be parsed stays as typed. */
const stays = async (field: Locator, text: string, problem: string): Promise<boolean> =>
  problem === 'between' || (await field.inputValue()) === text;

/** The value last saved by each, for fields that save at once. */
const stored = new WeakMap<Desk, unknown>();

/**
 * The typings of a kind in a language, each in one way at least; every way of the hand, and a slow hand, with one of
 * the first two, in one of the languages by turns: a language has notations of its own, but no keyboard.
 */
export function turnsOf(kind: OneText, language: Language) {
  const typings = TYPINGS[kind].filter((one) => (one.language ?? language) === language);
  const [first, second] = [typings[0]!, typings[1]!];
  const turn = OF_ONE_TEXT.indexOf(kind) + LANGUAGE_KEYS.indexOf(language);
  const hands = [
    ...Object.keys(WAYS).map((way) => ({ way, pace: FAST })),
    { way: 'Ctrl+A', pace: SLOW },
  ].filter((_, index) => (index + turn) % LANGUAGE_KEYS.length === 0);
  return [
    // Never the same text twice, because a stored text is not saved again.
    ...hands.map((hand, index) => ({ ...hand, typing: (hands.length - index) % 2 === 1 ? first : second })),
    // What is copied from elsewhere has spaces, commas and units.
    ...typings
      .slice(1)
      .map((typing) => ({ way: /[\s,]/.test(typing.text) ? 'paste' : 'Ctrl+A', typing, pace: 0 })),
  ];
}

export async function typeEachWay(desk: Desk, kind: OneText): Promise<string[]> {
  const wrong: string[] = [];
  const field = await goTo(desk, kind);
  for (const { way, typing, pace } of turnsOf(kind, desk.language)) {
    const held = await WAYS[way]!(desk.page, field, typing.text, pace);
    const found = await judged(desk, kind, field, typing, held);
    if (found !== null) wrong.push(`${kind}, ${way}, ${JSON.stringify(typing.text)}: ${found}`);
  }
  return wrong;
}

/** Types one duration part by part; returns what is wrong with its saving or its error. */
export async function typeParts(
  desk: Desk,
  group: Locator,
  { parts, worth, problem }: (typeof DURATIONS)[number],
  pace: number,
): Promise<string | null> {
  for (const [symbol, text] of Object.entries(parts)) {
    const part = group.locator(`[data-unit="${symbol}"]`);
    await WAYS['click, Backspace to empty']!(desk.page, part, text, pace);
    if ((await part.inputValue()) !== text) return `${symbol} holds ${await part.inputValue()}`;
  }
  const { told, sent } = await saveField(desk, 'duration', group.locator('[data-unit=min]'));
  const right =
    problem === undefined
      ? told === '' && sent === worth
      : sent === undefined && isMessage(told, problem, desk.language, null);
  return right ? null : JSON.stringify([parts, told, sent]);
}
