import { Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { useText } from '../../../lib/text.ts';
import { isNothing, leavesOf } from './audit-leaves.ts';
import type { AuditWords } from './audit-words.ts';

type Entry = Answer<'auditList'>['results'][number];

/** Details of an action without a previous value: the method of a sign-in, the status of an answer. */
const FACTS = new Set(['method', 'status', 'repeated']);
const isFact = (path: readonly string[]) => path.length === 1 && FACTS.has(path[0] ?? '');

/** The changed fields of an entry, old and new value; collapsed if there are many. */
export function AuditChanges({ changes, words }: { changes: Entry['changes']; words: AuditWords }) {
  const t = useText('settings');
  const leaves = useMemo(() => leavesOf(changes), [changes]);
  if (leaves.length === 0) return '–';
  const list = (
    <Stack gap={2}>
      {leaves.map(({ path, from, to }) => (
        <Text key={path.join('.')} style={{ overflowWrap: 'anywhere' }}>
          <b>{words.name(path)}</b>{' '}
          {isFact(path) || isNothing(from) ? null : (
            <>
              {words.value(path, from)}{' '}
              <IconArrowRight
                size={13}
                role="img"
                aria-label={t('audit.becomes')}
                style={{ verticalAlign: 'middle' }}
              />{' '}
            </>
          )}
          {words.value(path, to)}
        </Text>
      ))}
    </Stack>
  );
  if (leaves.length <= 3) return list;
  return (
    <details>
      <summary>{t('audit.fields', { count: leaves.length })}</summary>
      {list}
    </details>
  );
}
