import { LANGUAGE_KEYS, LANGUAGES } from '@aerowatch/domain/languages';
import { Button, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { changeLanguage } from '../../entities/session/change-preferences.ts';
import { useAppSelector } from '../../lib/state/store.ts';
import { useText } from '../../lib/text.ts';

/** French or English; each named in its own language. */
export function LanguageMenu({ className }: { className?: string }) {
  const t = useText('common');
  const language = useAppSelector((state) => state.language);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="transparent"
          size="compact-md"
          px={8}
          className={className}
          aria-label={t('labelled', {
            label: t('shell.language'),
            value: `${language.toUpperCase()} (${LANGUAGES[language].name})`,
          })}
        >
          {language.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGE_KEYS.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            aria-current={each === language ? 'true' : undefined}
            rightSection={each === language ? <IconCheck size={16} aria-hidden /> : undefined}
            onClick={() => void changeLanguage(each)}
          >
            {LANGUAGES[each].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
