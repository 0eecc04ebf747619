/** The answer to whether somebody worked on an AERO when its readings stepped. */
import type { note } from '@aerowatch/contracts/api/notes';
import { NO_DETAILS } from '@aerowatch/domain/faults/finding';
import { workQuestion } from '@aerowatch/domain/faults/work-question';
import { textSayer } from '@aerowatch/i18n/finding-words';
import { SERVED } from '@aerowatch/i18n/languages';
import type { z } from 'zod';
import type { Trx } from '../../platform/database/db.ts';
import { Conflict, found } from '../../platform/errors.ts';
import { recordChange } from '../../platform/events/events.ts';
import { type Language, userIdOf, type Viewer } from '../../platform/viewer.ts';
import { addNote } from '../notes/routes.ts';
import { wordsFor } from './present.ts';
import { diagnosesOf } from './store.ts';
import { askDiagnoses } from './store-requests.ts';
import { keepWorkAnswer, lockAero } from './store-work-answers.ts';

interface WorkAnswer {
  readonly aero: number;
  /** ms: about which step. */
  readonly at: number;
  readonly worked: boolean;
}

/** ms by which the time of a step may differ from the one that was asked about. */
const SAME = 1000;

/** Notes the answer in the log: as a new baseline from the step on if somebody worked there. */
export async function answerWorked(
  trx: Trx,
  viewer: Viewer,
  language: Language,
  { aero, at, worked }: WorkAnswer,
): Promise<z.infer<typeof note>> {
  await lockAero(trx, aero);
  const row = found(await diagnosesOf(trx, viewer, [aero]));
  const asked = row.findings
    .map((finding) => ({ ...NO_DETAILS, ...finding }))
    .find((finding) => Math.abs((workQuestion(finding, row.answered) ?? 0) - at) < SAME);
  if (asked?.fault == null) throw new Conflict('work_not_asked');
  const step = workQuestion(asked, row.answered)!;
  await keepWorkAnswer(trx, { aero, at: step, fault: asked.fault, worked, user: userIdOf(viewer) });
  const reader = viewer.kind === 'user' ? viewer : null;
  const words = wordsFor(language, reader?.unitSystem ?? 'metric', reader?.timeZone ?? 'UTC');
  const say = textSayer(SERVED[language].diagnostics);
  const text = say(worked ? 'worked.noted_yes' : 'worked.noted_no', {
    date: words.date(step),
    fault: words.texts(asked).name,
  });
  const made = await addNote(trx, viewer, {
    box_id: row.box,
    aero_id: aero,
    at: new Date(step),
    text,
    kind: worked ? 'baseline_reset' : 'note',
  });
  await askDiagnoses(trx, [aero]);
  await recordChange(trx, { entity: 'diagnostics', type: 'updated', id: aero, clientId: row.client });
  return made;
}
