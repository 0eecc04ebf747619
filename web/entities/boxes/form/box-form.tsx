import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FailureAlert } from '../../../forms/form-screen.tsx';
import type { Failure } from '../../../lib/api/result.ts';
import { useText } from '../../../lib/text.ts';
import classes from './box-form.module.css';
import type { BoxForm as Form } from './identity-fields.tsx';

interface Props {
  form: Form;
  busy: boolean;
  failure: Failure | null;
  failureTitle: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  cancelTo: string;
  submitLabel: string;
  /** Its sections. */
  children: ReactNode;
}

/** The form of a box, with Save always visible. */
export function BoxForm({
  form,
  busy,
  failure,
  failureTitle,
  onSubmit,
  cancelTo,
  submitLabel,
  children,
}: Props) {
  const common = useText('common');
  const navigate = useNavigate();
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <Stack gap="md">
        {children}
        {failure === null ? null : <FailureAlert failure={failure} title={failureTitle} />}
      </Stack>
      <Paper className={classes.bar} px="md" py="sm" shadow="md">
        <Group justify="space-between" gap="xs">
          <Progress form={form} />
          <Group gap="xs">
            <Button variant="default" onClick={() => navigate(cancelTo)}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel}
            </Button>
          </Group>
        </Group>
      </Paper>
    </form>
  );
}

/** Errors in the form, or that it has unsaved changes. */
function Progress({ form }: { form: Form }) {
  const common = useText('common');
  const problems = Object.keys(form.errors).length;
  return (
    <div role="status">
      {problems > 0 ? (
        <Alert color="red" p="xs">
          {common('form.problems', { count: problems })}
        </Alert>
      ) : form.isDirty() ? (
        <Text c="dimmed">{common('form.unsaved_text')}</Text>
      ) : null}
    </div>
  );
}
