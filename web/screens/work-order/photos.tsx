import { ActionIcon, Checkbox, FileButton, Group, Button as MantineButton, Text } from '@mantine/core';
import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isSafe, useRecord } from '../../entities/offline/use-record.ts';
import { WaitingBadge } from '../../entities/offline/waiting-badge.tsx';
import type { Order } from '../../entities/work/work-words.ts';
import { useUnsavedGuard } from '../../forms/saving/unsaved-guard.ts';
import { addressOf } from '../../lib/api/client.ts';
import { useFormats } from '../../lib/format.ts';
import type { Queued } from '../../lib/offline/entry.ts';
import { shrink } from '../../lib/offline/shrink.ts';
import { pictureOf } from '../../lib/offline/store-queue.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { fetchPicture } from '../../lib/session/pictures.ts';
import { useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SmallText } from '../../ui/small-text.ts';
import classes from './photos.module.css';

type Photo = Order['photos'][number];

interface Props {
  order: Order;
  /** Photos that wait on this device. */
  waiting: readonly Queued[];
  edits: boolean;
  onDone: () => void;
}

/** Photos of the work; their location is sent only if wanted. */
export function Photos({ order, waiting, edits, onDone }: Props) {
  const t = useText('work');
  return (
    <Panel title={t('photos.title')} mb="md" region gap="sm">
      {order.photos.length + waiting.length === 0 ? (
        <Text c="dimmed" mb="sm">
          {t('photos.none')}
        </Text>
      ) : null}
      <div className={classes.grid}>
        {order.photos.map((photo) => (
          <Picture key={photo.id} photo={photo} edits={edits} onDone={onDone} />
        ))}
        {waiting.map((entry) => (
          <WaitingPicture key={entry.id} entry={entry} />
        ))}
      </div>
      {edits ? <AddPhotos order={order} onDone={onDone} /> : null}
    </Panel>
  );
}

function AddPhotos({ order, onDone }: { order: Order; onDone: () => void }) {
  const t = useText('work');
  const common = useText('common');
  const offline = useText('offline');
  const [keeps, setKeeps] = useState(false);
  const [busy, setBusy] = useState(false);
  // A photo of the camera is nowhere else: what neither this device nor the server took stays to be tried again.
  const [left, setLeft] = useState<readonly File[]>([]);
  useUnsavedGuard(left.length > 0);
  const record = useRecord(common('error.creating'));
  const send = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    let safe = 0;
    for (const file of files) {
      const body = { caption: '', keep_position: keeps, name: file.name };
      // Shrinking drops the position: with it, the file goes as it is.
      const picture = keeps ? file : await shrink(file);
      const { id, title } = order;
      if (!isSafe(await record({ kind: 'photo', order: id, about: title, body, file: picture }))) break;
      safe += 1;
    }
    setLeft(files.slice(safe));
    setBusy(false);
    onDone();
  };
  return (
    <Group gap="md" mt="sm" className="aw-no-print">
      <FileButton
        multiple
        accept="image/jpeg,image/png,image/webp"
        onChange={(files) => void send([...left, ...files])}
      >
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
      {left.length === 0 ? null : (
        <Group gap="xs" role="alert">
          <Text c="red">{offline('photos_unkept', { count: left.length })}</Text>
          <MantineButton variant="default" loading={busy} onClick={() => void send(left)}>
            {offline('queue.retry')}
          </MantineButton>
        </Group>
      )}
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

/** A photo that is only on this device so far. */
function WaitingPicture({ entry }: { entry: Queued }) {
  const t = useText('offline');
  const formats = useFormats();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    void pictureOf(entry)
      .catch(() => null)
      .then((picture) => {
        if (picture === null || gone) return;
        made = URL.createObjectURL(picture);
        setAddress(made);
      });
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [entry]);
  const name = t('photo_waits', { when: formats.dateTime(entry.at) });
  return (
    <figure className={classes.photo}>
      {address === null ? <div className={classes.wait} /> : <img src={address} alt={name} />}
      <figcaption>
        <SmallText>{formats.dateTime(entry.at)}</SmallText>
        <WaitingBadge />
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
