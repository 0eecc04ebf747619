/** OWASP password storage cheat sheet: argon2id, 19 MiB, 2 passes, 1 lane. Runs off the main thread. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
