export type Alerted = 1;
