import type { Alert } from '@aerowatch/contracts/api/alerts';

/** Maximum per group, enough to see whether it is new: the list has them all. */
export const MOST = 10;

type Told = Pick<Alert, 'id' | 'group'>;

/** The other alerts of an AERO: open ones of the same cause, open ones of another cause, and earlier ones. */
export function dividedByCause<One extends Told>(
  alert: Told,
  opened: readonly One[],
  archived: readonly One[],
): { ofCause: One[]; open: One[]; earlier: One[] } {
  const isOther = ({ id }: One) => id !== alert.id;
  const isOfCause = ({ group }: One) => group === alert.group;
  const beside = opened.filter(isOther);
  return {
    ofCause: beside.filter(isOfCause),
    open: beside.filter((one) => !isOfCause(one)),
    earlier: archived.filter(isOther),
  };
}
