/** Boxes of a rollout that may download at the same time: default and maximum. */
export const AT_ONCE = 50;
export const MAX_AT_ONCE = 10_000;
