import { Button, Code, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { BASE, belowBase } from '../../lib/base.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';

export default function ApiTab() {
  const t = useText('settings');
  const example = `curl -H "Authorization: Api-Key …" "${location.origin}${BASE}/api/measures/?box=12&from=2026-01-01T00:00:00Z"`;
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={820}>
      <Stack>
        <Title order={2}>{t('api.title')}</Title>
        <Text size="md">{t('api.text')}</Text>
        <List spacing="xs">
          <List.Item>{t('api.auth')}</List.Item>
          <List.Item>{t('api.scope')}</List.Item>
          <List.Item>{t('api.lists')}</List.Item>
          <List.Item>{t('api.times')}</List.Item>
          <List.Item>{t('api.errors')}</List.Item>
        </List>
        <Code block tabIndex={0}>
          {example}
        </Code>
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <Button
            component="a"
            href={belowBase('/api/docs/')}
            target="_blank"
            rel="noreferrer"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {t('api.docs')}
          </Button>
          <Button
            component="a"
            href={belowBase('/api/openapi.json')}
            target="_blank"
            rel="noreferrer"
            variant="light"
          >
            {t('api.openapi')}
          </Button>
          <LinkButton to={paths.keyCreate()} variant="light">
            {t('keys.create')}
          </LinkButton>
        </div>
      </Stack>
    </Paper>
  );
}
