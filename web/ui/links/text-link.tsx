import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A link within the console that looks like a text. */
export function TextLink(props: AnchorProps & Omit<ComponentProps<typeof Link>, keyof AnchorProps>) {
  return <Anchor component={Link} {...props} />;
}
