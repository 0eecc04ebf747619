import type { Parts } from '../../../parts.ts';
import type { Trx } from '../../../platform/database/db.ts';
import type { RowErrors } from '../../../platform/http/requests/translate-errors.ts';
import { mapInTurns } from '../../../platform/load/turns.ts';
import type { TableRow } from '../../../platform/tables/read-table.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { AERO_KEYS, type AeroFields, aeroFieldsOf } from '../../aeros/rules.ts';
import { planDesired } from '../../twin/desired.ts';
import { desiredOf } from '../../twin/row.ts';
import { type BoxInput, foreignTag } from '../create.ts';
import {
  type AeroPlan,
  BOX_COLUMNS,
  type BoxChange,
  desiredChange,
  placeProblems,
  planAeros,
} from '../rules.ts';
import { loadBoxes, type WholeBox } from '../store.ts';
import { clientOfTags } from '../store-write.ts';
import { flatErrors, type ReadRow } from './import-rows.ts';

interface FieldChange {
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
}
/** What a row changes on a box that exists; `fields` is empty where the box already is as the row says. */
export interface PlannedUpdate {
  readonly row: number;
  readonly id: number;
  readonly serial: string;
  readonly change: BoxChange;
  readonly fields: FieldChange[];
  readonly hasAero: boolean;
}

/** What the valid rows change on their boxes, and the problems of the others. */
export async function planUpdates(trx: Trx, parts: Parts, viewer: Viewer, read: readonly ReadRow[]) {
  const ids = read.flatMap(({ existing }) => existing?.id ?? []);
  const boxes = new Map((await loadBoxes(trx, viewer, ids, parts.clock.date())).map((box) => [box.id, box]));
  const tags = await clientOfTags(
    trx,
    viewer,
    read.flatMap(({ input }) => input?.tags ?? []),
  );
  const updates: PlannedUpdate[] = [];
  const errors: { row: TableRow; errors: RowErrors }[] = [];
  await mapInTurns(read, ({ row, input, existing, errors: found }) => {
    const box = boxes.get(existing!.id);
    if (input !== undefined && box !== undefined) {
      const { serial_number: serial, ...change } = input;
      const aeros = planAeros(byPosition(box), change.aeros ?? []);
      for (const [column, messages] of Object.entries(problemsOf(parts, box, change, aeros, tags)))
        found[column] ??= messages;
      const fields = [...ownChanges(box, change), ...aeros.plans.flatMap(aeroChanges)];
      const hasAero = box.aeros.length > 0 || aeros.plans.length > 0;
      if (Object.keys(found).length === 0)
        updates.push({ row: row.row, id: box.id, serial, change, fields, hasAero });
    }
    if (Object.keys(found).length > 0) errors.push({ row, errors: found });
  });
  return { updates, errors };
}

const byPosition = (box: WholeBox) =>
  new Map(box.aeros.map((aero) => [aero.position, aeroFieldsOf(aero) as AeroFields]));

/** The problems that a change on the screen of the box would have, by column. */
function problemsOf(
  { vault }: Pick<Parts, 'vault'>,
  box: WholeBox,
  change: Omit<BoxInput, 'serial_number'>,
  aeros: ReturnType<typeof planAeros>,
  tags: ReadonlyMap<number, number>,
): RowErrors {
  const desired = desiredChange(desiredOf(vault, box), undefined, aeros.plans);
  return flatErrors(
    {
      ...placeProblems({ ...box, ...change }),
      ...(foreignTag(change.tags ?? [], box.client_id, tags) ? { tags: ['unknown'] } : {}),
      aeros: aeros.errors,
      desired: planDesired(vault, box, desired).errors,
    },
    (change.aeros ?? []).map(({ position }) => position),
  );
}

function ownChanges(box: WholeBox, change: BoxChange): FieldChange[] {
  const fields: FieldChange[] = BOX_COLUMNS.filter(
    (key) => change[key] !== undefined && change[key] !== box[key],
  ).map((column) => ({ column, before: box[column], after: change[column] }));
  const tags = change.tags === undefined ? box.tags : [...new Set(change.tags)].sort((a, b) => a - b);
  if (JSON.stringify(tags) !== JSON.stringify(box.tags))
    fields.push({ column: 'tags', before: box.tags, after: tags });
  return fields;
}

/** Also what follows from a change, such as the expansion coefficient of another conductor. */
const aeroChanges = ({ position, before, next }: AeroPlan): FieldChange[] =>
  AERO_KEYS.filter(
    (key) => next[key] !== (before === undefined ? null : before[key]) && next[key] !== '',
  ).map((key) => ({
    column: `aero${position}_${key}`,
    before: before === undefined ? null : before[key],
    after: next[key],
  }));
