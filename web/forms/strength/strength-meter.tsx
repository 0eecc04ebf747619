import { Progress, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { type Estimate, estimate } from './estimate.ts';
import { type Verdict, verdictOn } from './verdict.ts';

const COLORS = ['red', 'red', 'orange', 'yellow', 'teal'] as const;
/** Debounce of typing. */
const PAUSE_MS = 250;

/** Strength of a new password, as a bar and in words. The estimator is loaded at the first letter. */
export function StrengthMeter({ password, own }: { password: string; own: readonly string[] }) {
  const t = useText('auth');
  const verdict = useVerdict(password, own);
  if (verdict === null) return null;
  const { level, word, warning } = verdict;
  return (
    <div>
      <Progress value={Math.max(8, level * 25)} color={COLORS[level]} size="sm" aria-hidden />
      <Text size="xs" mt={4} role="status">
        {t(`strength.${word}`)}
        {warning !== null && ` ${t(`strength.warnings.${warning}`)}`}
      </Text>
    </div>
  );
}

function useVerdict(password: string, own: readonly string[]): Verdict | null {
  const [known, setKnown] = useState<{ of: string; said: Estimate | null } | null>(null);
  const words = own.join('\n');
  useEffect(() => {
    if (password === '') return;
    let left = false;
    const timer = setTimeout(() => {
      void estimate(password, ['AeroWatch', ...words.split('\n')]).then((said) => {
        if (!left) setKnown({ of: password, said });
      });
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [password, words]);
  // The previous verdict stays until there is a new one, so that nothing flickers.
  return verdictOn(password, own, password === '' ? null : (known?.said ?? null));
}
