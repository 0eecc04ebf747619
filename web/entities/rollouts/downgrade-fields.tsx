import type { Firmware } from '@aerowatch/contracts/api/firmwares';
import { compareVersions } from '@aerowatch/domain/formats';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { Alert, Checkbox, FileInput, Stack } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useState } from 'react';
import { TextAreaField } from '../../forms/text-field.tsx';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';

interface Downgrade {
  readonly allow_downgrade: boolean;
  readonly reason: string;
  readonly permit?: string;
}
const NONE: Downgrade = { allow_downgrade: false, reason: '' };

/** How many of these versions are newer than the firmware. */
export function goingDown(
  firmware: Firmware | undefined,
  versions: readonly (string | null | undefined)[],
): number {
  if (firmware === undefined) return 0;
  return versions.filter((one) => one != null && compareVersions(one, firmware.version) > 0).length;
}

/** The confirmation required for sending boxes an older version; `body` is added to the request. */
export function useDowngrade(count: number) {
  const [value, setValue] = useState(NONE);
  const whole = value.allow_downgrade && value.reason.trim() !== '';
  const fields = count === 0 ? null : <Fields count={count} value={value} onChange={setValue} />;
  return { fields, ready: count === 0 || whole, body: count === 0 ? NONE : value };
}

interface Props {
  count: number;
  value: Downgrade;
  onChange: (value: Downgrade) => void;
}
function Fields({ count, value, onChange }: Props) {
  const t = useText('firmwares');
  const isAdmin = useGrants('admin');
  const signing = useQuery('firmwaresPublicKey', {});
  return (
    <Alert color="amber" icon={<IconArrowDown aria-hidden />} title={t('down', { count })}>
      <Stack gap="sm">
        <Checkbox
          label={t('allow_downgrade')}
          checked={value.allow_downgrade}
          onChange={(event) => onChange({ ...value, allow_downgrade: event.currentTarget.checked })}
        />
        <TextAreaField
          minRows={1}
          label={t('reason')}
          withAsterisk
          max={TEXT_LENGTHS.rollout.reason}
          disabled={!value.allow_downgrade}
          value={value.reason}
          onChange={(event) => onChange({ ...value, reason: event.currentTarget.value })}
        />
        {signing.data?.signed_by === 'vendor' ? (
          <FileInput
            label={t('permit')}
            description={t(isAdmin ? 'permit_help_admin' : 'permit_help')}
            accept=".json,application/json"
            clearable
            onChange={(file) => {
              if (file === null) {
                const { permit: _, ...rest } = value;
                onChange(rest);
              } else void file.text().then((permit) => onChange({ ...value, permit }));
            }}
          />
        ) : null}
      </Stack>
    </Alert>
  );
}
