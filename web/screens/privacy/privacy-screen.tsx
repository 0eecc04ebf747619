import { Anchor, Container, Paper } from '@mantine/core';
import { Link } from 'react-router';
import { PrivacyNotice } from '../../entities/privacy/privacy-notice.tsx';
import { paths } from '../../lib/paths.ts';
import { useLevel } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
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
          <Anchor size="md" component={Link} to={visitor ? paths.login() : paths.dashboard()}>
            {common('action.back')}
          </Anchor>
        }
      />
      <Paper p={{ base: 'md', sm: 'xl' }}>
        <PrivacyNotice />
      </Paper>
    </Container>
  );
}
