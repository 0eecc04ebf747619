import { Alert, Button, Group, Paper, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { bodyOf, newDraft, type SupervisorDraft } from '../../entities/supervisors/draft.ts';
import {
  ConditionsStep,
  NameStep,
  STEP_READY,
  SummaryStep,
  stepOf,
} from '../../entities/supervisors/steps.tsx';
import { AerosStep } from '../../entities/supervisors/watched-step.tsx';
import { FailureAlert } from '../../forms/form-screen.tsx';
import { focusFirstError } from '../../forms/use-contract-form.ts';
import { type Failure, flatErrors } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { storage } from '../../lib/session/storage.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';

const DRAFT = 'supervisorDraft';
const STEPS = ['name', 'aeros', 'conditions', 'summary'] as const;
const CONDITIONS = STEPS.indexOf('conditions');
type StoredDraft = { draft: SupervisorDraft; step: number };

/** The draft from before a reload; an invalid one counts as missing. */
function storedDraft(): StoredDraft | null {
  const value = storage.json(DRAFT) as StoredDraft | null;
  const sound =
    value !== null &&
    typeof value === 'object' &&
    Array.isArray(value.draft?.aeros) &&
    Array.isArray(value.draft?.conditions) &&
    value.draft.conditions.length > 0;
  return sound ? value : null;
}

/** The draft and the current step, preserved across a reload. */
function useStoredDraft() {
  const profile = useProfile();
  const clients = useCollection('clients');
  const [stored] = useState(storedDraft);
  const [{ draft: entered, step }, setState] = useState<StoredDraft>(
    () => stored ?? { draft: newDraft(profile?.client ?? null), step: 0 },
  );
  // An administrator with only one client need not choose it.
  const client = entered.client ?? (clients.length === 1 ? clients[0]!.id : null);
  const draft = useMemo(() => ({ ...entered, client }), [entered, client]);
  useEffect(() => storage.set(DRAFT, JSON.stringify({ draft, step })), [draft, step]);

  const change = (changes: Partial<SupervisorDraft>) =>
    setState((before) => ({ ...before, draft: { ...before.draft, ...changes } }));
  return {
    draft,
    step,
    /** Whether there was one from before a reload. */
    isRestored: stored !== null,
    change,
    goTo: (to: number) => setState((before) => ({ ...before, step: to })),
    startAgain: () => setState({ draft: newDraft(profile?.client ?? null), step: 0 }),
  };
}

/** The steps of the draft, what is missing or refused in them, and its saving. */
function useWizard() {
  const common = useText('common');
  const navigate = useNavigate();
  const { draft, step, isRestored, change, goTo, startAgain } = useStoredDraft();
  const [tried, setTried] = useState(false);
  const [createSupervisor, busy] = useMutation('supervisorsCreate');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const go = (to: number) => {
    setTried(false);
    goTo(to);
  };
  /** Missing values may be above what a phone shows. */
  const showErrors = () => {
    setTried(true);
    focusFirstError(null);
  };
  const missIn = (at: number) => {
    go(at);
    showErrors();
  };
  const next = () => (STEP_READY[step]!(draft) ? go(step + 1) : showErrors());
  const restart = () => {
    setErrors({});
    startAgain();
  };
  const validate = async () => {
    const blocked = STEP_READY.findIndex((ready) => !ready(draft));
    if (blocked >= 0) return missIn(blocked);
    setFailure(null);
    const result = await createSupervisor({ body: bodyOf(draft) as never });
    if (result.ok) {
      storage.remove(DRAFT);
      toast.success(common('success.created', { name: result.data.name }));
      return navigate(paths.supervisors());
    }
    const { non_field_errors: _general, ...fields } = result.errors;
    const refused = flatErrors(fields);
    setErrors(refused);
    const [first] = Object.keys(refused);
    if (first === undefined) return setFailure(result);
    missIn(stepOf(first));
  };
  const props = { draft, onChange: change, tried, errors };
  return { step, isRestored, busy, failure, go, next, restart, validate, missIn, props };
}

/** The wizard: name and client, AEROs, conditions and actions, summary with rehearsal. */
export default function SupervisorCreateScreen() {
  const t = useText('supervisors');
  const common = useText('common');
  const navigate = useNavigate();
  const wizard = useWizard();
  const { step, props } = wizard;
  return (
    <>
      <PageHeader
        title={t('create')}
        breadcrumbs={<TextLink to={paths.supervisors()}>{t('title')}</TextLink>}
      />
      {wizard.isRestored ? <RestoredDraft onDiscard={wizard.restart} /> : null}
      <Paper p={{ base: 'md', sm: 'xl' }}>
        <Progress step={step} go={wizard.go} />
        {step === 0 ? <NameStep {...props} /> : null}
        {step === 1 ? <AerosStep {...props} /> : null}
        {step === 2 ? <ConditionsStep {...props} /> : null}
        {step === 3 ? (
          <SummaryStep draft={props.draft} onIncomplete={() => wizard.missIn(CONDITIONS)} />
        ) : null}
        {wizard.failure ? <FailureAlert failure={wizard.failure} title={common('error.creating')} /> : null}
        <Group justify="space-between" mt="xl">
          <Button
            variant="default"
            onClick={() => (step === 0 ? navigate(paths.supervisors()) : wizard.go(step - 1))}
          >
            {common('action.back')}
          </Button>
          {step < STEPS.length - 1 ? (
            <Button key="next" onClick={wizard.next}>
              {common('action.next')}
            </Button>
          ) : (
            <Button key="validate" loading={wizard.busy} onClick={() => void wizard.validate()}>
              {common('action.validate')}
            </Button>
          )}
        </Group>
      </Paper>
    </>
  );
}

function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  const t = useText('supervisors');
  return (
    <Alert mb="md" withCloseButton={false}>
      <Group justify="space-between">
        <Text>{t('draft.found')}</Text>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}

/** The wizard's steps; on a phone a single line. */
function Progress({ step, go }: { step: number; go: (to: number) => void }) {
  const t = useText('supervisors');
  const narrow = useMediaQuery('(max-width: 48em)');
  const line = `${t('of', { step: step + 1, count: STEPS.length })} · ${t(`step.${STEPS[step]!}`)}`;
  if (narrow)
    return (
      <Text size="md" fw={600} mb="md">
        {line}
      </Text>
    );
  return (
    <Stepper active={step} onStepClick={(to) => to < step && go(to)} mb="xl" size="sm">
      {STEPS.map((name, index) => (
        <Stepper.Step key={name} label={t(`step.${name}`)} allowStepSelect={index < step} />
      ))}
    </Stepper>
  );
}
