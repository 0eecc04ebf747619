import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { write } from '../../lib/query/write.ts';

export type Preview = Answer<'rolloutsPreview'>;
export type Exception = Preview['exceptions'][number];
/** The update starts without these boxes. */
const SKIPPED: ReadonlySet<Exception['outcome']> = new Set(['already', 'busy', 'other_client']);

interface Subject {
  firmware: number | undefined;
  boxes: number[];
}

export interface CheckedBoxes {
  readonly preview: Preview | undefined;
  readonly failure: Failure | undefined;
  /** The boxes that the update takes along; empty until they are checked. */
  readonly taken: readonly number[];
}

/** What an update of these boxes to a firmware would do, asked of the server before anything starts. */
export function useRolloutPreview(firmware: number | undefined, boxes: readonly number[]): CheckedBoxes {
  const [answer, setAnswer] = useState<{ subject: Subject; preview?: Preview; failure?: Failure }>();
  // Callers may give a new list of the same boxes at each drawing.
  const list = boxes.join(',');
  const subject = useMemo(
    (): Subject => ({ firmware, boxes: list === '' ? [] : list.split(',').map(Number) }),
    [firmware, list],
  );
  useEffect(() => {
    const { firmware, boxes } = subject;
    if (firmware === undefined || boxes.length === 0) return;
    let isCurrent = true;
    void write('rolloutsPreview', { body: { firmware, boxes } }).then((result) => {
      if (!isCurrent) return;
      setAnswer(result.ok ? { subject, preview: result.data } : { subject, failure: result });
    });
    return () => {
      isCurrent = false;
    };
  }, [subject]);
  const current = answer?.subject === subject ? answer : undefined;
  const preview = current?.preview;
  const taken = useMemo(() => {
    if (preview === undefined) return [];
    const skipped = new Set(
      preview.exceptions.filter(({ outcome }) => SKIPPED.has(outcome)).map(({ box }) => box),
    );
    return subject.boxes.filter((box) => !skipped.has(box));
  }, [preview, subject]);
  return { preview, failure: current?.failure, taken };
}
