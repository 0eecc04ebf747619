import { Paper } from '@mantine/core';
import { PrivacyNotice } from '../../entities/privacy/privacy-notice.tsx';

export default function PrivacyTab() {
  return (
    <Paper p={{ base: 'md', sm: 'xl' }} maw={820}>
      <PrivacyNotice />
    </Paper>
  );
}
