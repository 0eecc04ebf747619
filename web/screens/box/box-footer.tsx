import type { Box } from '@aerowatch/contracts/api/boxes';
import { Stack } from '@mantine/core';
import { useText } from '../../lib/text.ts';
import { BoxActions } from './box-actions.tsx';
import { BoxFacts } from './box-facts.tsx';
import type { Refresh } from './use-refresh.ts';

interface Props {
  box: Box;
  refresh: Refresh;
  /** On a phone: actions are here, otherwise in the header. */
  narrow: boolean;
}

/** Below the AEROs: the properties of the box, and its place. */
export function BoxFooter({ box, refresh, narrow }: Props) {
  const t = useText('box');
  return (
    <Stack mt="md" gap="md" component="section" aria-label={t('facts')}>
      <BoxFacts box={box} />
      {narrow ? (
        <div className="aw-no-print">
          <BoxActions box={box} refresh={box.aeros.length === 0 ? refresh : undefined} />
        </div>
      ) : null}
    </Stack>
  );
}
