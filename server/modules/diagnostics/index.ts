import { diagnosticsList } from '@aerowatch/contracts/api/diagnostics';
import type { MakeModule } from '../../parts.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { route } from '../../platform/http/route.ts';
import { presentDiagnosis, wordsFor } from './present.ts';
import { type DiagnosisRow, listDiagnoses } from './store.ts';
import { diagnoseDue } from './worker.ts';

/** What the last months say about each AERO, computed once for every day it has measures of. */
export const diagnosticsModule: MakeModule = (parts) => ({
  name: 'diagnostics',
  routes: [
    route(diagnosticsList, async ({ viewer, query, request, language }) => {
      const { rows, count } = await listDiagnoses(parts.db, viewer, query);
      const reader = viewer.kind === 'user' ? viewer : null;
      const words = wordsFor(language, reader?.unitSystem ?? 'metric', reader?.timeZone ?? 'UTC');
      const present = (row: DiagnosisRow) => presentDiagnosis(row, words, query.evidence === true);
      return pageOf(request, query, count, rows.map(present));
    }),
  ],
  worker: () =>
    parts.jobs.loop({
      name: 'diagnostics',
      everyMs: 15_000,
      run: (signal) => diagnoseDue(parts.db, signal),
    }),
});
