import { CONDITION_METRICS, type ConditionInput } from '@aerowatch/domain/alerting/condition';
import { useMemo } from 'react';
import { useAeroName } from '../../../entities/aero-names.ts';
import { useFieldText } from '../../../entities/boxes/field-text.ts';
import { useConditionSentence } from '../../../entities/conditions/sentence.ts';
import { groupName } from '../../../entities/users/group-name.ts';
import { useKindName } from '../../../entities/work/work-words.ts';
import { useFormats } from '../../../lib/format.ts';
import { useTable } from '../../../lib/query/use-collection.ts';
import { useText } from '../../../lib/text.ts';
import { auditCodes } from './audit-codes.ts';
import { type AuditWords, auditWords } from './audit-words.ts';

/** The texts of the audit log, with the names of the items its entries refer to. */
export function useAuditWords(): AuditWords {
  const t = useText('settings');
  const channels = useText('channels');
  const common = useText('common');
  const domain = useText('domain');
  const formats = useFormats();
  const field = useFieldText();
  const { sentence } = useConditionSentence();
  const aero = useAeroName();
  const clients = useTable('clients');
  const tags = useTable('tags');
  const users = useTable('users');
  const boxes = useTable('boxes');
  const groups = useTable('groups');
  const codes = useCodes();
  return useMemo(() => {
    const named = (name: string | undefined, id: number) => name || `#${id}`;
    return auditWords({
      t,
      channels,
      common,
      domain,
      formats,
      field,
      names: {
        aero,
        client: (id) => named(clients[id]?.name, id),
        tag: (id) => named(tags[id]?.name, id),
        user: (id) => named(users[id] && `${users[id].first_name} ${users[id].last_name}`, id),
        box: (id) => named(boxes[id]?.serial_number, id),
        group: (id) => named(groups[id] && groupName(groups[id].name, domain), id),
      },
      // An old entry may contain values unknown to this version.
      condition: (condition) =>
        (condition as ConditionInput).metric in CONDITION_METRICS
          ? sentence(condition as ConditionInput)
          : t('audit.in_record'),
      codes,
    });
  }, [
    t,
    channels,
    common,
    domain,
    formats,
    field,
    sentence,
    aero,
    clients,
    tags,
    users,
    boxes,
    groups,
    codes,
  ]);
}

function useCodes() {
  const t = useText('settings');
  const boxes = useText('boxes');
  const firmwares = useText('firmwares');
  const notes = useText('notes');
  const preferences = useText('preferences');
  const silences = useText('silences');
  const supervisors = useText('supervisors');
  const work = useText('work');
  const kindName = useKindName();
  const { day } = useFormats();
  return useMemo(
    () => auditCodes({ t, boxes, firmwares, notes, preferences, silences, supervisors, work, kindName, day }),
    [t, boxes, firmwares, notes, preferences, silences, supervisors, work, kindName, day],
  );
}
