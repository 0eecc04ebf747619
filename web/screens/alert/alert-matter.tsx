import type { Alert } from '@aerowatch/contracts/api/alerts';
import { Button, Group, Stack } from '@mantine/core';
import { MatterLine } from '../../entities/inbox/matter-line.tsx';
import { useMatterActs } from '../../entities/inbox/use-matter-acts.tsx';
import { useGrants, useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';

/** The matter of an alert, and its next step: accepting, taking over or assigning it. */
export function AlertMatter({ alert, onDone }: { alert: Alert; onDone: () => void }) {
  const t = useText('inbox');
  const edits = useGrants('member');
  const me = useProfile()?.id;
  const { acts, dialogs } = useMatterActs(onDone);
  const { matter, client, box } = alert;
  if (matter === null) return null;
  const acted = [{ id: matter.id, client, box, name: matter.name }];
  const works = matter.stage === 'open' || matter.stage === 'planned';
  return (
    <Panel title={t('matter')} region gap="xs">
      <Stack gap="sm">
        <MatterLine matter={matter} />
        {edits && (works || matter.stage === 'proposed') ? (
          <Group gap="xs" className="aw-no-print">
            {matter.stage === 'proposed' ? (
              <Button key="accept" size="xs" disabled={acts.busy} onClick={() => acts.accept(acted)}>
                {t('accept')}
              </Button>
            ) : me !== undefined && matter.assignee !== me ? (
              <Button
                key="take_over"
                size="xs"
                variant="light"
                disabled={acts.busy}
                onClick={() => acts.takeOver(acted)}
              >
                {t(matter.assignee === null ? 'take_on' : 'take_over')}
              </Button>
            ) : null}
            <Button size="xs" variant="default" onClick={() => acts.ask('hand_over', acted)}>
              {t('hand_over_ask')}
            </Button>
          </Group>
        ) : null}
      </Stack>
      {dialogs}
    </Panel>
  );
}
