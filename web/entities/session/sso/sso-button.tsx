import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import type { Body } from '../../../lib/api/contract.ts';
import type { Result } from '../../../lib/api/result.ts';
import { useMeta } from '../../../lib/meta.ts';
import { useText } from '../../../lib/text.ts';
import { failureText } from '../../../ui/states/failure.ts';
import { Problem } from '../../../ui/states/problem.tsx';
import { ssoInWindow } from './sso.ts';

/** “Sign in with …”, with the operator's name for the provider; null where none is set up. */
export function useSsoWords(): string | null {
  const t = useText('auth');
  const sso = useMeta()?.sso ?? null;
  if (sso === null) return null;
  return sso.label === null ? t('sso.sign_in') : t('sso.sign_in_with', { label: sso.label });
}

interface Props {
  begin: 'ssoBegin' | 'ssoConfirmBegin';
  /** Sends what the provider returned. */
  give: (given: Body<'ssoFinish'>) => Promise<Result<unknown>>;
}

/** Single sign-on in a separate window, for a dialog that interrupts other work. */
export function SsoInWindow({ begin, give }: Props) {
  const t = useText('auth');
  const words = useSsoWords();
  const [waits, setWaits] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (words === null) return null;
  const go = async (): Promise<void> => {
    setProblem(null);
    setWaits(true);
    const back = await ssoInWindow(begin);
    const result = back === null || !back.ok ? back : await give(back.data);
    setWaits(false);
    if (result === null) return setProblem(t('sso.no_window'));
    if (result.ok) return;
    const messages = Object.values(result.errors).filter(Array.isArray).flat().join(' ');
    setProblem(messages === '' ? failureText(result).advice : messages);
  };
  return (
    <>
      <Problem text={problem} />
      <Button
        variant="default"
        h="auto"
        mih={36}
        py={6}
        styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35 } }}
        leftSection={<IconBuildingBank size={18} aria-hidden />}
        onClick={() => void go()}
      >
        {waits ? t('sso.waits') : words}
      </Button>
    </>
  );
}
