import { List, Text, Title } from '@mantine/core';
import { useText } from '../../lib/text.ts';

const SECTIONS = {
  controller: ['who'],
  data: ['account', 'use', 'messages', 'browser'],
  purpose: ['operate', 'notify', 'trace'],
  retention: ['account', 'audit', 'messages', 'sessions'],
  sharing: ['inside', 'outside'],
  rights: ['access', 'correct', 'erase', 'complain'],
} as const;

/** The personal data that is stored, why, for how long, and the rights of the people concerned. */
export function PrivacyNotice() {
  const t = useText('privacy');
  return (
    <article>
      <Title order={2}>{t('title')}</Title>
      <Text size="md" mt="xs" mb="lg">
        {t('intro')}
      </Text>
      {(Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]).map((section) => (
        <section key={section}>
          <Title order={3} mt="lg" mb="xs">
            {t(`${section}.title`)}
          </Title>
          <List spacing={6}>
            {SECTIONS[section].map((item) => (
              // The keys of a section are those of its list, which the compiler cannot check.
              <List.Item key={item}>{t(`${section}.${item}` as 'data.account')}</List.Item>
            ))}
          </List>
        </section>
      ))}
    </article>
  );
}
