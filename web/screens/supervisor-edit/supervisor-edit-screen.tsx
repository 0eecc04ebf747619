import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { Button, Stack } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { draftOf, type SupervisorDraft } from '../../entities/supervisors/draft.ts';
import { ConditionsStep, NameStep, STEP_READY, SummaryStep } from '../../entities/supervisors/steps.tsx';
import { useDuplicate } from '../../entities/supervisors/use-duplicate.ts';
import { AerosStep } from '../../entities/supervisors/watched-step.tsx';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { Overtaken } from '../../forms/saving/overtaken.tsx';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import { download } from '../../lib/api/download.ts';
import { paths } from '../../lib/paths.ts';
import { idOfAddress, useFreshItem } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useSupervisorSave } from './use-supervisor-save.ts';

/** A supervisor on one page: the wizard's steps one below the other. */
export default function SupervisorEditScreen() {
  // Never from the cache of an earlier visit, because saving would restore the old rule.
  const { data, failure, refetch } = useFreshItem('supervisorsGet', idOfAddress(useParams().id));
  if (failure) return <ErrorState order={1} failure={failure} onRetry={refetch} />;
  if (!data) return <LoadingScreen />;
  return <SupervisorForm key={`${data.id} ${data.updated_at}`} supervisor={data} />;
}

/** The draft of a supervisor, what is missing or refused in it, and its saving. */
function useSupervisorForm(supervisor: Supervisor) {
  const common = useText('common');
  const navigate = useNavigate();
  const [draft, setDraft] = useState<SupervisorDraft>(() => draftOf(supervisor));
  const initial = useRef(JSON.stringify(draft));
  const [tried, setTried] = useState(false);
  const { base, save, take, busy, failure, errors, overtaken } = useSupervisorSave(supervisor, (saved) => {
    guard.release();
    toast.success(common('success.updated', { name: saved.name }));
    void navigate(paths.supervisors());
  });
  const dirty = JSON.stringify(draft) !== initial.current;
  const guard = useUnsavedGuard(dirty && !busy);

  /** Missing values are far above the button. */
  const showErrors = () => {
    setTried(true);
    focusFirstError(null);
  };
  const submit = (over?: Supervisor) => {
    setTried(true);
    if (STEP_READY.every((ready) => ready(draft))) void save(draft, over);
    else showErrors();
  };
  const fill = (theirs: Supervisor): void => {
    const next = draftOf(theirs);
    initial.current = JSON.stringify(next);
    setDraft(next);
    setTried(false);
    take(theirs);
  };
  const onChange = (changes: Partial<SupervisorDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const steps = { draft, onChange, tried, errors };
  return { base, steps, dirty, busy, failure, overtaken, showErrors, submit, fill };
}

function SupervisorForm({ supervisor }: { supervisor: Supervisor }) {
  const t = useText('supervisors');
  const common = useText('common');
  const navigate = useNavigate();
  const partName = usePartName();
  const { base, steps, dirty, busy, failure, overtaken, showErrors, submit, fill } =
    useSupervisorForm(supervisor);
  const sections = [
    { key: 'name', content: <NameStep {...steps} fixedClient /> },
    { key: 'aeros', content: <AerosStep {...steps} /> },
    { key: 'conditions', content: <ConditionsStep {...steps} /> },
    { key: 'summary', content: <SummaryStep draft={steps.draft} onIncomplete={showErrors} /> },
  ] as const;
  return (
    <>
      <PageHeader
        title={t('editTitle', { name: base.name })}
        breadcrumbs={<TextLink to={paths.supervisors()}>{t('title')}</TextLink>}
        actions={<EditActions supervisor={base} dirty={dirty} />}
      />
      <Stack gap="md">
        {sections.map((section) => (
          <Panel title={t(`step.${section.key}`)} key={section.key} p={{ base: 'md', sm: 'lg' }} gap="md">
            {section.content}
          </Panel>
        ))}
        {overtaken ? (
          <Overtaken
            at={overtaken.theirs.updated_at}
            parts={overtaken.fields.map(partName)}
            busy={busy}
            onTake={() => fill(overtaken.theirs)}
            onKeep={() => submit(overtaken.theirs)}
          />
        ) : null}
        {failure ? <FailureAlert failure={failure} title={common('error.updating')} /> : null}
        <DialogButtons
          onCancel={() => navigate(paths.supervisors())}
          act={common('action.save')}
          loading={busy}
          onAct={submit}
        />
      </Stack>
    </>
  );
}

/** The form's names of its fields. */
function usePartName(): (field: string) => string {
  const t = useText('supervisors');
  const names: Readonly<Record<string, string>> = {
    name: t('column.name'),
    client: t('column.client'),
    enabled: t('column.enabled'),
    joined: t('condition.joined'),
    conditions: t('step.conditions'),
  };
  return (field) => names[field] ?? t('step.aeros');
}

/** Duplicates the supervisor, or saves it as a file: the stored version, so only without unsaved changes. */
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
        {common('action.export')}
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
