import type { Alert } from '@aerowatch/contracts/api/alerts';
import { SEVERITIES, type Severity } from '@aerowatch/domain/alerting/severity';
import { isChannel } from '@aerowatch/domain/notifications/channels';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { FAILURE_CAUSE_KEYS, MECHANISM_KEYS } from '@aerowatch/domain/work/causes';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { TextAreaField } from '../../forms/text-field.tsx';
import type { Body } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { toast } from '../../ui/toast.ts';

interface Props {
  alert: Alert;
}

/** Assignee, comments and history of an alert. */
export function AlertWork({ alert }: Props) {
  return (
    <>
      <Handling alert={alert} />
      <Comments alert={alert} />
      <Timeline alert={alert} />
    </>
  );
}

/** Who deals with it, how severe it is, and why it came. */
function Handling({ alert }: Props) {
  const t = useText('alerts');
  const levels = useText('conditions');
  const work = useText('work');
  const [patchAlert] = useMutation('alertsPatch');
  const may = useGrants('member');
  const save = async (body: Body<'alertsPatch'>) => {
    const result = await patchAlert({ params: { id: alert.id }, body });
    if (!result.ok) return toast.failure(result);
    toast.success(t('work.saved'));
  };
  const nothing = { value: '', label: t('work.none') };
  return (
    <Panel title={t('work.title')}>
      <Stack gap="xs">
        <AssigneeSelect alert={alert} disabled={!may} onChange={(assignee) => void save({ assignee })} />
        <Select
          label={t('filter.severity')}
          disabled={!may}
          allowDeselect={false}
          value={alert.severity}
          data={SEVERITIES.map((key) => ({ value: key, label: levels(`severity.${key}`) }))}
          onChange={(value) => void save({ severity: value as Severity })}
        />
        <Select
          label={t('work.mechanism')}
          disabled={!may}
          searchable
          allowDeselect={false}
          value={alert.mechanism ?? ''}
          data={[nothing, ...MECHANISM_KEYS.map((key) => ({ value: key, label: work(`mechanism.${key}`) }))]}
          onChange={(value) => void save({ mechanism: (value || null) as Alert['mechanism'] })}
        />
        <Select
          label={t('work.cause')}
          disabled={!may}
          searchable
          allowDeselect={false}
          value={alert.cause ?? ''}
          data={[nothing, ...FAILURE_CAUSE_KEYS.map((key) => ({ value: key, label: work(`cause.${key}`) }))]}
          onChange={(value) => void save({ cause: (value || null) as Alert['cause'] })}
        />
      </Stack>
    </Panel>
  );
}

interface AssigneeProps extends Props {
  disabled: boolean;
  onChange: (assignee: number | null) => void;
}
/** One of the people who may see it, or nobody. */
function AssigneeSelect({ alert, disabled, onChange }: AssigneeProps) {
  const t = useText('alerts');
  const people = useCollection('users').filter(
    (user) => user.is_active && (user.client === alert.client || user.is_staff || user.is_superuser),
  );
  return (
    <Select
      label={t('work.assignee')}
      description={t('work.assigneeHelp')}
      disabled={disabled}
      searchable
      allowDeselect={false}
      value={alert.assignee === null ? '' : String(alert.assignee)}
      data={[
        { value: '', label: t('work.nobody') },
        ...people.map((user) => ({
          value: String(user.id),
          label: `${user.first_name} ${user.last_name}`.trim() || user.email,
        })),
      ]}
      onChange={(value) => onChange(value ? Number(value) : null)}
    />
  );
}

function Comments({ alert }: Props) {
  const t = useText('alerts');
  const formats = useFormats();
  const may = useGrants('member');
  const [text, setText] = useState('');
  const [commentAlert, busy] = useMutation('alertsComment');
  const read = useQuery('alertsComments', { params: { id: alert.id } }, { live: ['alerts'] });
  const send = async () => {
    const result = await commentAlert({ params: { id: alert.id }, body: { text: text.trim() } });
    if (!result.ok) return toast.failure(result);
    setText('');
  };
  return (
    <Panel title={t('work.comments')}>
      <Stack gap="xs">
        {read.data?.length === 0 ? <Text c="dimmed">{t('work.noComments')}</Text> : null}
        {read.data?.map((comment) => (
          <div key={comment.id}>
            <SmallText>{`${comment.user_name} · ${formats.dateTime(comment.at)}`}</SmallText>
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{comment.text}</Text>
          </div>
        ))}
        {may ? (
          <>
            <TextAreaField
              aria-label={t('work.write')}
              placeholder={t('work.write')}
              max={TEXT_LENGTHS.alert.comment}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button
              size="xs"
              variant="default"
              loading={busy}
              disabled={text.trim() === ''}
              style={{ alignSelf: 'flex-end' }}
              onClick={() => void send()}
            >
              {t('work.send')}
            </Button>
          </>
        ) : null}
      </Stack>
    </Panel>
  );
}

function Timeline({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const levels = useText('conditions');
  const channels = useText('channels');
  const formats = useFormats();
  const read = useQuery('alertsTimeline', { params: { id: alert.id } }, { live: ['alerts'] });
  const detailOf = (type: string, detail: string | null) => {
    if (type === 'told' && isChannel(detail)) return channels(`${detail}.name`);
    if (type === 'severity') return levels(`severity.${detail as Severity}`);
    return detail ?? '';
  };
  return (
    <Panel title={t('work.timeline')}>
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {read.data?.map((turn) => (
          <li key={`${turn.at} ${turn.type} ${turn.name} ${turn.detail}`}>
            <SmallText>{formats.dateTimeSeconds(turn.at)}</SmallText>
            <Text style={{ overflowWrap: 'anywhere' }}>
              {t(`turn.${turn.type === 'assigned' && turn.detail === null ? 'unassigned' : turn.type}`, {
                name: turn.name ?? '–',
                detail: detailOf(turn.type, turn.detail),
                count: turn.count ?? 0,
              })}
            </Text>
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
