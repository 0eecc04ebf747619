export const notified = 1;
