import type { Answer } from '../../lib/api/contract.ts';

export type Inbox = Answer<'workOrdersInbox'>;
export type InboxRow = Inbox['results'][number];
export type Matter = InboxRow['matter'];
export type InboxTab = keyof Inbox['counts'];

/** What is asked before it is done. */
export type Question = 'dismiss' | 'hand_over' | 'plan' | 'confirm' | 'silence';
/** On which matters, with their boxes; one at least. */
export type Acted = readonly Pick<Matter, 'id' | 'client' | 'box' | 'name'>[];
export interface MatterActs {
  busy: boolean;
  accept: (matters: Acted) => void;
  /** Whoever was in charge, or nobody: it is the reader's now. */
  takeOver: (matters: Acted) => void;
  /** The first takes in the others; all of one box. */
  join: (matters: Acted) => void;
  ask: (question: Question, matters: Acted, onDone?: () => void) => void;
}
