import { ActionIcon, Checkbox, FileButton, Group, Button as MantineButton, Text } from '@mantine/core';
import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Order } from '../../entities/work/work-words.ts';
import { addressOf } from '../../lib/api/client.ts';
import { useFormats } from '../../lib/format.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { upload } from '../../lib/query/write.ts';
import { fetchPicture } from '../../lib/session/pictures.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { toast } from '../../ui/toast.ts';
import classes from './photos.module.css';

type Photo = Order['photos'][number];

/** Photos of the work; their location is sent only if wanted. */
export function Photos({ order, edits, onDone }: { order: Order; edits: boolean; onDone: () => void }) {
  const t = useText('work');
  return (
    <Panel title={t('photos.title')} mb="md" region gap="sm">
      {order.photos.length === 0 ? (
        <Text c="dimmed" mb="sm">
          {t('photos.none')}
        </Text>
      ) : null}
      <div className={classes.grid}>
        {order.photos.map((photo) => (
          <Picture key={photo.id} photo={photo} edits={edits} onDone={onDone} />
        ))}
      </div>
      {edits ? <AddPhotos id={order.id} onDone={onDone} /> : null}
    </Panel>
  );
}

function AddPhotos({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useText('work');
  const common = useText('common');
  const [keeps, setKeeps] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (files: File[]): Promise<void> => {
    setBusy(true);
    for (const file of files) {
      const fields = { keep_position: String(keeps) };
      const result = await upload(
        'workOrdersPhoto',
        { file, fileName: file.name, fields },
        { params: { id } },
      );
      if (!result.ok) toast.failure(result, common('error.creating'));
    }
    setBusy(false);
    onDone();
  };
  return (
    <Group gap="md" mt="sm" className="aw-no-print">
      <FileButton multiple accept="image/jpeg,image/png,image/webp" onChange={(files) => void send(files)}>
        {(props) => (
          <MantineButton
            {...props}
            variant="default"
            loading={busy}
            leftSection={<IconCamera size={16} aria-hidden />}
          >
            {t('photos.add')}
          </MantineButton>
        )}
      </FileButton>
      <Checkbox
        label={t('photos.keep')}
        checked={keeps}
        onChange={(event) => setKeeps(event.currentTarget.checked)}
      />
    </Group>
  );
}

function Picture({ photo, edits, onDone }: { photo: Photo; edits: boolean; onDone: () => void }) {
  const t = useText('work');
  const common = useText('common');
  const [deletePhoto] = useMutation('workOrderPhotosDelete', common('error.deleting'));
  const formats = useFormats();
  const address = usePicture(photo.id);
  const name = photo.caption || t('photos.taken', { when: formats.dateTime(photo.at) });
  const remove = async (): Promise<void> => {
    const result = await deletePhoto({ params: { id: photo.id } });
    if (!result.ok) return;
    onDone();
  };
  return (
    <figure className={classes.photo}>
      {address === null ? (
        <div className={classes.wait} />
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={name} />
        </a>
      )}
      <figcaption>
        <SmallText>{name}</SmallText>
        {edits ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={common('labelled', { label: common('action.delete'), value: name })}
            onClick={() => void remove()}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </figcaption>
    </figure>
  );
}

/** The picture as a blob URL, because a plain `src` would not send the session. */
function usePicture(id: number): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    void fetchPicture(addressOf('workOrderPhotosGet', { params: { id } })).then((url) => {
      made = url;
      if (!gone) setAddress(url);
      else if (url !== null) URL.revokeObjectURL(url);
    });
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id]);
  return address;
}
