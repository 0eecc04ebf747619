import { CHOSEN_KINDS, type ChosenKind, type WorkKind } from '@aerowatch/domain/work/kinds';
import type { WorkSource } from '@aerowatch/domain/work/orders';

/** Orders from other sources are about their source; for these, the user chooses the subject. */
const BY_HAND: readonly WorkSource[] = ['box', 'manual'];

/** The kinds of work that a new order offers: none if its subject is known, or if there is only one kind. */
export function kindsToChoose(
  targets: readonly { readonly type: WorkSource; readonly kind?: WorkKind }[],
  kinds: readonly ChosenKind[] = CHOSEN_KINDS,
): readonly ChosenKind[] {
  const areByHand = targets.every(({ type, kind }) => kind === undefined && BY_HAND.includes(type));
  return areByHand && kinds.length > 1 ? kinds : [];
}
