/** A battery below its limit. */
import { batteryLow as row } from './fault.ts';

/** Limit where an AERO has no battery threshold, V; also the limit below which no firmware is offered. */
export const BATTERY_MIN = row.thresholds.limit.value;

/** Whether a battery is low, by the days of the last week on which it was below its limit. */
export const isLow = (days: number): boolean => days >= row.thresholds.days.value;
