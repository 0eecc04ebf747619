import {
  diagnosticsList,
  diagnosticsPrecision,
  diagnosticsWorked,
} from '@aerowatch/contracts/api/diagnostics';
import { confirmedShare, isDoubtful, verdictCount } from '@aerowatch/domain/work/precision';
import type { MakeModule, Parts } from '../../parts.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { changeRoute, route } from '../../platform/http/route.ts';
import { type Language, languageOfViewer, type Viewer } from '../../platform/viewer.ts';
import { doubtsOf, presentDiagnosis, wordsFor } from './present.ts';
import { type DiagnosisRow, diagnosesOf, listDiagnoses } from './store.ts';
import { precisionOf } from './store-precision.ts';
import { answerWorked } from './worked.ts';
import { diagnoseDue, type PutOff } from './worker.ts';

/** Diagnoses of each AERO over the last months, computed once for every day with measures. */
export const diagnosticsModule: MakeModule = (parts) => {
  parts.events.registerLoader(
    'diagnostics',
    async (viewer, ids) => {
      const present = await presenter(parts, viewer, languageOfViewer(viewer), false);
      // A diagnosis has its AERO's id.
      return (await diagnosesOf(parts.db, viewer, ids)).map((row) => ({ id: row.aero, ...present(row) }));
    },
    { perUser: true },
  );
  const putOff: PutOff = new Map();
  return {
    name: 'diagnostics',
    routes: [
      route(diagnosticsList, async ({ viewer, query, request, language }) => {
        const { rows, count } = await listDiagnoses(parts.db, viewer, query);
        const present = await presenter(parts, viewer, language, query.evidence === true);
        return pageOf(request, query, count, rows.map(present));
      }),
      changeRoute(parts.db, diagnosticsWorked, (trx, { viewer, params, body, language }) =>
        answerWorked(trx, viewer, language, {
          aero: params.id,
          at: Date.parse(body.at),
          worked: body.worked,
        }),
      ),
      route(diagnosticsPrecision, async ({ viewer, query }) =>
        (await precisionOf(parts.db, viewer, query.client)).map((row) => ({
          ...row,
          named: verdictCount(row),
          share: confirmedShare(row),
          doubtful: isDoubtful(row),
        })),
      ),
    ],
    worker: () =>
      parts.jobs.loop({
        name: 'diagnostics',
        heavy: true,
        everyMs: 15_000,
        run: (signal) => diagnoseDue(parts.db, { signal, putOff, log: parts.log }),
      }),
  };
};

async function presenter({ db }: Parts, viewer: Viewer, language: Language, evidence: boolean) {
  const reader = viewer.kind === 'user' ? viewer : null;
  const words = wordsFor(language, reader?.unitSystem ?? 'metric', reader?.timeZone ?? 'UTC');
  const doubts = doubtsOf(await precisionOf(db, viewer, undefined), language);
  return (row: DiagnosisRow) => presentDiagnosis(row, words, evidence, doubts);
}
