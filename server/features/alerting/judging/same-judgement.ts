import { type Condition, periodSeconds } from '@aerowatch/domain/alerting/condition';

/** Whether two conditions judge alike; their actions may differ. */
export function sameJudgement(a: Condition, b: Condition): boolean {
  return (
    a.metric === b.metric &&
    a.comparator === b.comparator &&
    a.value === b.value &&
    a.percent === b.percent &&
    a.average === b.average &&
    (a.finding ?? null) === (b.finding ?? null) &&
    (a.recovery ?? null) === (b.recovery ?? null) &&
    (a.hold_clear ? periodSeconds({ period: a.hold_clear }) : 0) ===
      (b.hold_clear ? periodSeconds({ period: b.hold_clear }) : 0) &&
    periodSeconds(a) === periodSeconds(b)
  );
}
