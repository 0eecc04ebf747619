/** Impostors of a fault as findings state them: what it may also be, and what is ruled out; both stand in its row. */
import type { Candidate, RuledOut } from './finding.ts';
import type { CauseCode } from './list.ts';
import type { FaultRow, Impostor } from './row.ts';
import type { RuledOutBy, Tell } from './vocabulary.ts';

type Impostors = { readonly impostors: Readonly<Record<string, Impostor>> };
type CauseOf<Row extends Impostors> = Extract<keyof Row['impostors'], CauseCode>;
const firstOf = <Code>(codes: Code | readonly Code[] | undefined): Code =>
  (Array.isArray(codes) ? codes[0] : codes) as Code;

/** What a fault may also be, with the check that would tell; `tell`: which of several. */
export function mayBe<Row extends Impostors>(
  { impostors }: Row,
  cause: CauseOf<Row>,
  { tell, confidence }: { readonly tell?: Tell; readonly confidence?: number } = {},
): Candidate {
  const found = { cause, tell: tell ?? firstOf<Tell>(impostors[cause]!.tell) };
  return confidence === undefined ? found : { ...found, confidence };
}

/** A cause that the measures rule out; `by`: which of several. */
export const ruledOut = <Row extends Impostors>(
  { impostors }: Row,
  cause: CauseOf<Row>,
  by: RuledOutBy = firstOf<RuledOutBy>(impostors[cause]!.ruledOutBy),
): RuledOut => ({ cause, by });

/** Everything that the measures rule out wherever this fault is certain. */
export const allRuledOut = ({ impostors }: FaultRow): RuledOut[] =>
  Object.entries(impostors).flatMap(([cause, { ruledOutBy }]) =>
    ruledOutBy === undefined ? [] : [{ cause: cause as CauseCode, by: firstOf<RuledOutBy>(ruledOutBy) }],
  );
