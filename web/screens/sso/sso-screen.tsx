import { Alert, Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import {
  finishSso,
  handOver,
  type Returned,
  returnedIn,
  takePending,
} from '../../entities/session/sso/sso.ts';
import { VisitorCard, VisitorNews } from '../../forms/password/visitor-card.tsx';
import type { FieldErrors } from '../../lib/api/result.ts';
import { paths } from '../../lib/paths.ts';
import { useProfile } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { failureText } from '../../ui/states/failure.ts';

type Stage = 'working' | 'handed' | { problem: string };
const isOwn = (from: unknown): from is string =>
  typeof from === 'string' && from.startsWith('/') && !from.startsWith('//');

/** The OpenID provider sends the browser back here: this tab signs in, or the tab that waits does. */
export default function SsoScreen() {
  const t = useText('auth');
  const profile = useProfile();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [stage, setStage] = useState<Stage>('working');
  // If opened again after a failure or midway, the address contains nothing to complete.
  const [began] = useState(() => returnedIn(search) !== null);
  const from: unknown = (state as { from?: unknown } | null)?.from;
  useEffect(() => {
    const returned = returnedIn(search);
    if (returned === null) return;
    const pending = takePending(returned.state);
    // The code is removed from the address at once: it is secret, and cannot be used twice.
    navigate(paths.sso(), { replace: true, state: { from: pending?.from ?? null } });
    if (pending !== null) void finish(pending.challenge, returned);
    else {
      handOver(returned);
      setStage('handed');
      window.close();
    }
    async function finish(challenge: string, answer: Returned): Promise<void> {
      const result = await finishSso(challenge, answer);
      if (!result.ok) setStage({ problem: said(result.errors) ?? failureText(result).advice });
    }
    // Only once: the effect above removes the answer from the address.
  }, [search, navigate]);

  if (stage === 'handed')
    return (
      <VisitorNews
        title={t('sso.handed_title')}
        icon={<IconCircleCheck size={44} stroke={1.5} aria-hidden />}
      >
        {t('sso.handed')}
      </VisitorNews>
    );
  if (stage !== 'working' || (!began && profile === null))
    return (
      <VisitorNews title={t('sso.failed')} icon={null}>
        <Alert color="red" role="alert">
          {stage === 'working' ? t('sso.nothing') : stage.problem}
        </Alert>
        <LinkButton to={paths.login()}>{t('reset.back')}</LinkButton>
      </VisitorNews>
    );
  if (profile !== null && search === '')
    return <Navigate to={isOwn(from) ? from : paths.dashboard()} replace />;
  return (
    <VisitorCard title={t('sso.working')}>
      <VisitorWait text={t('sso.working')} />
    </VisitorCard>
  );
}

function VisitorWait({ text }: { text: string }) {
  return (
    <div role="status" style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
      <Loader size="sm" aria-hidden />
      {text}
    </div>
  );
}

/** The server's message, in the user's language. */
function said(errors: FieldErrors): string | null {
  const words = Object.values(errors).filter(Array.isArray).flat().join(' ');
  return words === '' ? null : words;
}
