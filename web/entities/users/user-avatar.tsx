import type { User } from '@aerowatch/contracts/api/users';
import { Avatar } from '@mantine/core';
import { type CSSProperties, useEffect, useState } from 'react';
import { heldPicture } from '../../lib/session/pictures.ts';

/** White on slate, readable in both themes and on the header. */
const LOOK = { '--avatar-bg': '#4d5a63', '--avatar-color': '#fff' } as CSSProperties;

type Person = Pick<User, 'id' | 'first_name' | 'last_name' | 'avatar' | 'updated_at'>;
/** The user's picture, or a default one with initials. */
export function UserAvatar({ user, size }: { user: Person; size: number }) {
  const [source, setSource] = useState<string | null>(null);
  const url = user.avatar === null ? null : `${user.avatar}#${user.updated_at}`;
  useEffect(() => {
    let current = true;
    if (url === null) setSource(null);
    else void heldPicture(url).then((value) => current && setSource(value));
    return () => {
      current = false;
    };
  }, [url]);
  const initials = `${user.first_name.slice(0, 1)}${user.last_name.slice(0, 1)}`.toUpperCase();
  return (
    <Avatar src={source} size={size} radius="50%" alt="" style={LOOK}>
      {initials === '' ? undefined : initials}
    </Avatar>
  );
}
