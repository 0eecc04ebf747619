import type { WarningCode } from '@aerowatch/contracts/api/operation';
import { Alert, List } from '@mantine/core';
import { IconServer } from '@tabler/icons-react';
import { useQuery } from '../../lib/query/use-query.ts';
import { useAppSelector } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';
import { amountOf } from './operation-amount.ts';

const EVERY_MS = 60_000;
/** Measures or messages are being lost or held up. */
const GRAVE: readonly WarningCode[] = ['disk_full', 'clock_boxes', 'clock_back', 'audit_broken'];

/** Problems of the server: with figures for administrators, for others only those that concern them. */
export function OperationBanner() {
  const t = useText('common');
  const language = useAppSelector((state) => state.language);
  const { data } = useQuery('operationWarnings', {}, { pollingInterval: EVERY_MS });
  const warnings = data?.warnings ?? [];
  if (warnings.length === 0) return null;
  const lines = warnings.map(({ code, subject, value }) =>
    value === null
      ? t('operation.full_for_all')
      : t(`operation.${code}`, { subject: subject ?? '', amount: amountOf(code, value, language) }),
  );
  const isGrave = warnings.some(({ code }) => GRAVE.includes(code));
  return (
    <Alert
      color={isGrave ? 'red' : 'amber'}
      mb="md"
      py="xs"
      role="status"
      icon={<IconServer size={18} aria-hidden />}
    >
      {lines.length === 1 ? (
        lines[0]
      ) : (
        <List size="sm">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
