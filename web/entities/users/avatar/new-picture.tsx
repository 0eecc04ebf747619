import { Avatar, Input } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useText } from '../../../lib/text.ts';
import { PictureChoice } from './picture-choice.tsx';

interface Props {
  value: Blob | null;
  onChange: (picture: Blob | null) => void;
}

/** The picture of a user who is not created yet: chosen now, sent with the user. */
export function NewPicture({ value, onChange }: Props) {
  const t = useText('profile');
  const url = useMemo(() => (value === null ? null : URL.createObjectURL(value)), [value]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  const take = (picture: Blob): null => {
    onChange(picture);
    return null;
  };
  return (
    <Input.Wrapper label={t('avatar')} labelElement="div">
      <PictureChoice
        picture={<Avatar src={url} size={84} radius="50%" alt="" />}
        busy={false}
        onRemove={value === null ? undefined : () => onChange(null)}
        onPicture={take}
      />
    </Input.Wrapper>
  );
}
