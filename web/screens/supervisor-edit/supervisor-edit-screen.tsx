import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { Anchor, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { upserted } from '../../entities/entities-slice.ts';
import { useAppDispatch } from '../../entities/store.ts';
import { bodyOf, draftOf, type SupervisorDraft } from '../../entities/supervisors/draft.ts';
import { ConditionsStep, NameStep, STEP_READY, SummaryStep } from '../../entities/supervisors/steps.tsx';
import { useDuplicate } from '../../entities/supervisors/use-duplicate.ts';
import { AerosStep } from '../../entities/supervisors/watched-step.tsx';
import { idOfAddress, useFetched } from '../../entities/use-fetched.ts';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { useUnsavedGuard } from '../../forms/unsaved-guard.ts';
import { call } from '../../lib/api/client.ts';
import { download } from '../../lib/api/download.ts';
import { type Failure, flatErrors } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorState, LoadingScreen } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** A supervisor on one page: the wizard's steps under each other. */
export default function SupervisorEditScreen() {
  // Never from what is kept of an earlier visit: saving would put the rule back to it.
  const { data, failure, reload } = useFetched('supervisorsGet', idOfAddress(useParams().id));
  if (failure) return <ErrorState order={1} failure={failure} onRetry={reload} />;
  if (!data) return <LoadingScreen />;
  return <SupervisorForm key={data.id} supervisor={data} />;
}

function SupervisorForm({ supervisor }: { supervisor: Supervisor }) {
  const t = useText('supervisors');
  const common = useText('common');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useState<SupervisorDraft>(() => draftOf(supervisor));
  const initial = useRef(JSON.stringify(draft));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const dirty = JSON.stringify(draft) !== initial.current;
  const guard = useUnsavedGuard(dirty && !busy);

  const save = async () => {
    setTried(true);
    if (STEP_READY.some((ready) => !ready(draft))) return;
    setBusy(true);
    setFailure(null);
    const { client: _client, ...body } = bodyOf(draft);
    const result = await call('supervisorsPatch', { params: { id: supervisor.id }, body: body as never });
    setBusy(false);
    if (result.ok) {
      guard.release();
      dispatch(upserted({ collection: 'supervisors', items: [result.data] }));
      toast.success(common('success.updated', { name: result.data.name }));
      return navigate(paths.supervisors());
    }
    const { non_field_errors: _general, ...fields } = result.errors;
    const refused = flatErrors(fields);
    setErrors(refused);
    if (Object.keys(refused).length === 0) setFailure(result);
  };
  const props = {
    draft,
    onChange: (changes: Partial<SupervisorDraft>) => setDraft((before) => ({ ...before, ...changes })),
    tried,
    errors,
  };
  const sections = [
    { key: 'name', content: <NameStep {...props} fixedClient /> },
    { key: 'aeros', content: <AerosStep {...props} /> },
    { key: 'conditions', content: <ConditionsStep {...props} /> },
    { key: 'summary', content: <SummaryStep draft={draft} /> },
  ] as const;
  return (
    <>
      <PageHeader
        title={t('editTitle', { name: supervisor.name })}
        breadcrumbs={
          <Anchor component={Link} to={paths.supervisors()} size="sm">
            {t('title')}
          </Anchor>
        }
        actions={<EditActions supervisor={supervisor} dirty={dirty} />}
      />
      <Stack gap="md">
        {sections.map((section) => (
          <Paper key={section.key} p={{ base: 'md', sm: 'lg' }}>
            <Title order={2} size="h4" mb="md">
              {t(`step.${section.key}`)}
            </Title>
            {section.content}
          </Paper>
        ))}
        {failure ? <FailureAlert failure={failure} title={common('error.updating')} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => navigate(paths.supervisors())}>
            {common('action.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

/** A copy of it, and itself as a file: as it is stored, so not while something is not. */
function EditActions({ supervisor, dirty }: { supervisor: Supervisor; dirty: boolean }) {
  const t = useText('supervisors');
  const common = useText('common');
  const privileged = useGrants('privileged');
  const { busy, duplicate } = useDuplicate();
  const save = async () => {
    const query = { ids: String(supervisor.id) };
    const result = await download('supervisorsExport', { query }, 'supervisor.json');
    if (!result.ok) toast.failure(result, common('error.exporting'));
  };
  return (
    <>
      <Button
        variant="default"
        disabled={dirty}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {t('export.action')}
      </Button>
      {privileged ? (
        <Button
          variant="default"
          disabled={dirty}
          loading={busy}
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void duplicate(supervisor)}
        >
          {t('duplicate.action')}
        </Button>
      ) : null}
    </>
  );
}
