import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../lib/text.ts';
import { singleKeys } from '../shell/keys.ts';
import { keyboard } from './dialogs.ts';

/** Each line: an action and its keys. */
const LINES = [
  ['show', ['?']],
  ['search', ['mod', 'K']],
  ['next', ['j']],
  ['previous', ['k']],
  ['open', ['Enter']],
  ['tick', ['x']],
  ['cursor', ['←', '→']],
  ['note', ['n']],
  ['map', ['+', '−']],
  ['close', ['Esc']],
] as const;

/** The keyboard shortcuts, and whether single-letter ones are on. */
export default function KeyboardModal() {
  const t = useText('common');
  const os = useOs();
  const [on, setOn] = useState(singleKeys.on);
  const mod = os === 'macos' || os === 'ios' ? '⌘' : 'Ctrl';
  return (
    <Modal opened={keyboard.useIsOpen()} onClose={() => keyboard.answer()} title={t('keys.title')}>
      <Stack gap="md">
        <Table aria-label={t('keys.title')}>
          <Table.Tbody>
            {LINES.map(([name, keys]) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`keys.${name}`)}</Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {keys.map((key) => (
                    <Kbd key={key} ml={4}>
                      {key === 'mod' ? mod : key}
                    </Kbd>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label={t('keys.single')}
          description={t('keys.single_text')}
          checked={on}
          onChange={(event) => {
            singleKeys.set(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Modal>
  );
}
