import { Code, Modal } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../../lib/api/contract.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { IconButton } from '../../../ui/links/link-button.tsx';

type Entry = Answer<'auditList'>['results'][number];

/** The entry as it is stored, for who asks. */
export function AuditRecord({ entry }: { entry: Entry }) {
  const t = useText('settings');
  const formats = useFormats();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <IconButton
        label={t('audit.record', { when: formats.dateTimeSeconds(entry.at) })}
        icon={<IconBraces size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      />
      <Modal opened={opened} onClose={() => setOpened(false)} title={t('audit.record_title')} size="lg">
        {opened && (
          <Code block translate="no" lang="en">
            {JSON.stringify(entry, null, 2)}
          </Code>
        )}
      </Modal>
    </>
  );
}
