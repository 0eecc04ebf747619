import { Alert, Button, Group, Paper, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Failure } from '../lib/api/result.ts';
import { useText } from '../lib/text.ts';
import { useFailureText } from '../ui/states/failure.ts';

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  failure: Failure | null;
  /** The customer's sentence for the failed action: t('error.creating') … */
  failureTitle?: string;
  submitLabel?: string;
  disabled?: boolean;
  /** Target of Cancel; absent: no Cancel. */
  cancelTo?: string;
  children: ReactNode;
  /** More buttons beside Save. */
  actions?: ReactNode;
}

/** Frame of a form: fields, the error without a field, Cancel and Save. */
export function FormFrame(props: Props) {
  const { onSubmit, busy, failure, failureTitle, submitLabel, disabled, cancelTo, children, actions } = props;
  const t = useText('common');
  const navigate = useNavigate();
  return (
    <Paper component="form" p={{ base: 'md', sm: 'xl' }} maw={760} onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {children}
        {failure !== null && <FailureAlert failure={failure} title={failureTitle} />}
        <Group justify="flex-end" mt="sm">
          {actions}
          {cancelTo !== undefined && (
            <Button variant="default" onClick={() => navigate(cancelTo)}>
              {t('action.cancel')}
            </Button>
          )}
          <Button type="submit" loading={busy} disabled={disabled}>
            {submitLabel ?? t('action.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

export function FailureAlert({ failure, title }: { failure: Failure; title?: string }) {
  const say = useFailureText();
  const text = say(failure);
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={title ?? text.title}>
      {title === undefined ? text.advice : `${text.title} ${text.advice}`}
    </Alert>
  );
}
