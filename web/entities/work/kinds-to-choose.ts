import { CHOSEN_KINDS, type ChosenKind, type WorkKind } from '@aerowatch/domain/work/kinds';
import type { WorkSource } from '@aerowatch/domain/work/orders';

/** Orders of these sources are about what they are made from; by hand, people say what they are about. */
const BY_HAND: readonly WorkSource[] = ['box', 'manual'];

/** Kinds of work that a new order offers: none where its subject is known, or where there is one kind only. */
export function kindsToChoose(
  targets: readonly { readonly type: WorkSource; readonly kind?: WorkKind }[],
  kinds: readonly ChosenKind[] = CHOSEN_KINDS,
): readonly ChosenKind[] {
  const areByHand = targets.every(({ type, kind }) => kind === undefined && BY_HAND.includes(type));
  return areByHand && kinds.length > 1 ? kinds : [];
}
