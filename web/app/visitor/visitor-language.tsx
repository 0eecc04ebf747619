import { LANGUAGE_KEYS, LANGUAGES } from '@aerowatch/domain/languages';
import { Group, UnstyledButton } from '@mantine/core';
import { changeLanguage } from '../../entities/session/change-preferences.ts';
import { useAppSelector } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';

/** The two languages side by side, each in its own name. */
export function VisitorLanguage() {
  const t = useText('common');
  const language = useAppSelector((state) => state.language);
  return (
    <Group gap="xs" role="group" aria-label={t('shell.language')}>
      {LANGUAGE_KEYS.map((each) => (
        <UnstyledButton
          key={each}
          lang={each}
          aria-pressed={each === language}
          onClick={() => void changeLanguage(each)}
          fz="sm"
          px={10}
          py={6}
          fw={each === language ? 650 : 450}
          td={each === language ? 'underline' : undefined}
          c="var(--mantine-color-anchor)"
        >
          {LANGUAGES[each].name}
        </UnstyledButton>
      ))}
    </Group>
  );
}
