import type { ColumnType } from 'kysely';

/** Times come as Date, dates as YYYY-MM-DD, int8 as number. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** JSON is written as text and read parsed. */
export type Json<T = Record<string, unknown>> = ColumnType<T, string, string>;
export type GeneratedJson<T = Record<string, unknown>> = ColumnType<T, string | undefined, string>;
