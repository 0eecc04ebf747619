/** What a person is told of a matter: somebody handed it over, its repair is not proven, or measures cannot tell. */
export const NOTICE_TYPES = ['handed_over', 'not_proven', 'asked'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/** Days for which notices are kept. */
export const NOTICE_DAYS = 30;
