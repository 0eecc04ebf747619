/**
 * What a user is notified of about a matter: somebody handed it over, its repair is not proven, or measures
 * cannot prove it.
 */
export const NOTICE_TYPES = ['handed_over', 'not_proven', 'asked'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Days for which notices are kept. */
export const NOTICE_DAYS = 30;
