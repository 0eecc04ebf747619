/**
 * Impostors of a fault in the form that findings state: possible other causes, and those ruled out; both
 * stand in its row.
 */
import type { Candidate, RuledOut } from './finding.ts';
import type { CauseCode } from './list.ts';
import type { FaultRow, Impostor } from './row.ts';
import type { RuledOutBy, Tell } from './vocabulary.ts';

type Impostors = { readonly impostors: Readonly<Record<string, Impostor>> };
type CauseOf<Row extends Impostors> = Extract<keyof Row['impostors'], CauseCode>;
const firstOf = <Code>(codes: Code | readonly Code[] | undefined): Code =>
  (Array.isArray(codes) ? codes[0] : codes) as Code;

/** Another possible cause, with the check that would tell them apart; `tell`: which of several checks. */
export function mayBe<Row extends Impostors>(
  { impostors }: Row,
  cause: CauseOf<Row>,
  { tell, confidence }: { readonly tell?: Tell; readonly confidence?: number } = {},
): Candidate {
  const found = { cause, tell: tell ?? firstOf<Tell>(impostors[cause]!.tell) };
  return confidence === undefined ? found : { ...found, confidence };
}

/** A cause that the measures rule out; `by`: which of several reasons. */
export const ruledOut = <Row extends Impostors>(
  { impostors }: Row,
  cause: CauseOf<Row>,
  by: RuledOutBy = firstOf<RuledOutBy>(impostors[cause]!.ruledOutBy),
): RuledOut => ({ cause, by });

/** All causes that the measures rule out wherever this fault is certain. */
export const allRuledOut = ({ impostors }: FaultRow): RuledOut[] =>
  Object.entries(impostors).flatMap(([cause, { ruledOutBy }]) =>
    ruledOutBy === undefined ? [] : [{ cause: cause as CauseCode, by: firstOf<RuledOutBy>(ruledOutBy) }],
  );
