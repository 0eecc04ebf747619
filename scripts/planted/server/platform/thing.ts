export const platformThing = 1;
