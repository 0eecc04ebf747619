import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { saveBlob } from '../../../lib/api/download.ts';
import { useText } from '../../../lib/text.ts';

/** Ten codes, shown once: to be kept on paper or in a password manager. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useText('profile');
  return (
    <Alert color="amber" icon={<IconKey aria-hidden />} title={t('security.codes_title')}>
      <Stack gap="sm">
        <Text>{t('security.codes_text')}</Text>
        <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs">
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
            }
          >
            {t('security.codes_save')}
          </Button>
          <Button size="compact-sm" onClick={onKept}>
            {t('security.codes_kept')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
