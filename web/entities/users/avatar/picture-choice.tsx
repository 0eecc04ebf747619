import { Button, FileButton, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { Cropper } from './cropper.tsx';

const LARGEST = 2 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

interface Props {
  /** Shown beside the buttons. */
  picture: ReactNode;
  busy: boolean;
  /** Undefined if there is nothing to remove. */
  onRemove: (() => void) | undefined;
  /** Receives the cropped square; resolves to the reason if it is refused, else to null. */
  onPicture: (picture: Blob) => Promise<string | null> | null;
}

/** A picture: choose, crop to a square, or remove. */
export function PictureChoice({ picture, busy, onRemove, onPicture }: Props) {
  const t = useText('profile');
  const formats = useFormats();
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const choose = (file: File | null): void => {
    if (file === null) return;
    if (!TYPES.includes(file.type)) setProblem(t('avatar_type'));
    else if (file.size > LARGEST) setProblem(t('avatar_size', { size: formats.bytes(LARGEST) }));
    else {
      setProblem(null);
      setChosen(file);
    }
  };
  const take = async (cropped: Blob): Promise<void> => {
    setProblem(await onPicture(cropped));
    setChosen(null);
  };
  return (
    <Group gap="lg">
      {picture}
      <div>
        <Group gap="xs">
          <FileButton accept={TYPES.join(',')} onChange={choose}>
            {(props) => (
              <Button variant="light" loading={busy} {...props}>
                {t('avatar_choose')}
              </Button>
            )}
          </FileButton>
          {onRemove !== undefined && (
            <Button variant="default" disabled={busy} onClick={onRemove}>
              {t('avatar_remove')}
            </Button>
          )}
        </Group>
        <Text c={problem === null ? 'dimmed' : 'var(--mantine-color-error)'} mt="xs" role="status">
          {problem ?? t('avatar_help', { size: formats.bytes(LARGEST) })}
        </Text>
      </div>
      <Modal opened={chosen !== null} onClose={() => setChosen(null)} title={t('avatar_crop')}>
        {chosen !== null && (
          <Cropper
            file={chosen}
            busy={busy}
            onCancel={() => setChosen(null)}
            onDone={(cropped) => void take(cropped)}
          />
        )}
      </Modal>
    </Group>
  );
}
