import { Container, Paper } from '@mantine/core';
import { PrivacyNotice } from '../../entities/privacy/privacy-notice.tsx';
import { paths } from '../../lib/paths.ts';
import { useLevel } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Public. */
export default function PrivacyScreen() {
  const t = useText('privacy');
  const common = useText('common');
  const visitor = useLevel() === 'visitor';
  return (
    <Container size="md" px={0} w="100%">
      <PageHeader
        title={t('heading')}
        actions={
          <TextLink size="md" to={visitor ? paths.login() : paths.dashboard()}>
            {common('action.back')}
          </TextLink>
        }
      />
      <Paper p={{ base: 'md', sm: 'xl' }}>
        <PrivacyNotice />
      </Paper>
    </Container>
  );
}
