import type { Answer } from '../../lib/api/contract.ts';

export type Inbox = Answer<'workOrdersInbox'>;
export type InboxRow = Inbox['results'][number];
export type Matter = InboxRow['matter'];
export type InboxTab = keyof Inbox['counts'];

/** Acts that ask for further data. */
export type Question = 'dismiss' | 'hand_over' | 'plan' | 'confirm' | 'silence';
/** The matters of an act, with their boxes; at least one. */
export type Acted = readonly Pick<Matter, 'id' | 'client' | 'box' | 'name'>[];
export interface MatterActs {
  busy: boolean;
  accept: (matters: Acted) => void;
  /** Assigns them to the user, whoever was the assignee. */
  takeOver: (matters: Acted) => void;
  /** Joins the others into the first; all of one box. */
  join: (matters: Acted) => void;
  ask: (question: Question, matters: Acted, onDone?: () => void) => void;
}
