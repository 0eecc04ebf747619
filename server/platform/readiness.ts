/** What keeps a role of this process from doing its work now; undefined: nothing. */
type Problem = () => string | undefined;

/** Whether the roles of a process can do their work, told by those that do it. */
export interface Readiness {
  add(role: string, problem: Problem): void;
  /** Each role that something was said of, with what is wrong; an empty list: nothing. */
  byRole(): Record<string, string[]>;
}

export function makeReadiness(roles: readonly string[]): Readiness {
  const asked = new Map<string, Problem[]>(roles.map((role) => [role, []]));
  return {
    add: (role, problem) => void asked.get(role)?.push(problem),
    byRole: () =>
      Object.fromEntries(
        [...asked].map(([role, problems]) => [role, problems.flatMap((one) => one() ?? [])]),
      ),
  };
}
