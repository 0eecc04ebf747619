/**
 * What a user is notified of about a matter: somebody handed it over, its repair is not proven, measures
 * cannot prove it, it waits for the person on duty, or for the next one because nobody accepted it.
 */
export const NOTICE_TYPES = ['handed_over', 'not_proven', 'asked', 'on_duty', 'escalated'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Days for which notices are kept. */
export const NOTICE_DAYS = 30;
