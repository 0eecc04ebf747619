import type { Answer } from '../../lib/api/contract.ts';

export type Inbox = Answer<'workOrdersInbox'>;
export type InboxRow = Inbox['results'][number];
export type Matter = InboxRow['matter'];
export type InboxTab = keyof Inbox['counts'];
