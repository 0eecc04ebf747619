import type { rolloutsPreview } from '@aerowatch/contracts/api/rollouts';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { DAY } from '@aerowatch/domain/durations';
import { compareVersions } from '@aerowatch/domain/formats';
import type { Parts } from '../../../parts.ts';
import type { Db } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { sayDetail } from '../../twin/detail.ts';
import type { FirmwareRow } from '../files/store.ts';
import { refuseUninstallable, sameVersion } from './create.ts';
import { loadPreview, type PreviewedBox } from './store-preview.ts';

type Preview = ResponseOf<typeof rolloutsPreview>;
type Outcome = Preview['exceptions'][number]['outcome'];

/** The first reason counts: what the box can do nothing about stands before what waits. */
function outcomeOf(box: PreviewedBox, firmware: FirmwareRow, now: number): Outcome {
  if (firmware.client_id !== null && box.client !== firmware.client_id) return 'other_client';
  if (sameVersion(box.firmware_version, firmware.version)) return 'already';
  if (box.busy) return 'busy';
  if (box.blocked !== null) return 'held';
  if (box.firmware_version !== null && compareVersions(box.firmware_version, firmware.version) > 0)
    return 'newer';
  if (box.heard_at === null || now - box.heard_at.getTime() > 7 * DAY) return 'silent';
  return 'updated';
}

function detailOf(box: PreviewedBox, outcome: Outcome, language: Language): string | null {
  if (outcome === 'held') return sayDetail(box.blocked, language);
  return outcome === 'newer' ? box.firmware_version : null;
}

/** What an update of these boxes would do, before it starts. Throws 400 for boxes or a firmware that no update may have. */
export async function previewRollout(
  db: Db,
  parts: Pick<Parts, 'config' | 'signer' | 'clock'>,
  caller: { readonly viewer: Viewer; readonly language: Language },
  { firmware, boxes }: { readonly firmware: FirmwareRow; readonly boxes: readonly number[] },
): Promise<Preview> {
  refuseUninstallable(parts, firmware);
  const ids = [...new Set(boxes)];
  const rows = await loadPreview(db, caller.viewer, firmware.id, ids);
  if (rows.length < ids.length) throw new BadRequest({ boxes: ['unknown'] });
  if (rows.length === 0) throw new BadRequest({ boxes: ['no_boxes'] });
  const now = parts.clock.now();
  const looked = rows.map((box) => ({ box, outcome: outcomeOf(box, firmware, now) }));
  const due = looked.filter(({ outcome }) => !SKIPPED.has(outcome)).length;
  const above = parts.config.rolloutApproval;
  return {
    total: rows.length,
    needs_approval: above !== null && due > above,
    clients: [...Map.groupBy(rows, (row) => row.client)].map(([client, of]) => ({
      client,
      boxes: of.length,
    })),
    exceptions: looked
      .filter(({ outcome }) => outcome !== 'updated')
      .map(({ box, outcome }) => ({
        box: box.box,
        serial_number: box.serial_number,
        outcome,
        detail: detailOf(box, outcome, caller.language),
        heard_at: box.heard_at?.toISOString() ?? null,
      })),
  };
}

/** No update takes these along. */
const SKIPPED: ReadonlySet<Outcome> = new Set(['other_client', 'already', 'busy']);
