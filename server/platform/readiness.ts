/** Returns why a role of this process cannot work now; undefined if it can. */
type Problem = () => string | undefined;

/** Whether the roles of a process can work, as reported by their parts. */
export interface Readiness {
  add(role: string, problem: Problem): void;
  /** Each role with reports, and its problems; an empty list for none. */
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
