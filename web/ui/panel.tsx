import { Group, type MantineSpacing, Paper, type PaperProps, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props extends PaperProps {
  title: ReactNode;
  /** At the end of the heading's line. */
  aside?: ReactNode;
  /** Between heading and content. */
  gap?: MantineSpacing;
  /** A landmark, named by its heading. */
  region?: boolean;
  children: ReactNode;
}

/** A part of a screen under its heading. */
export function Panel({ title, aside, gap = 'xs', region = false, children, ...paper }: Props) {
  const id = useId();
  const heading = (
    <Title order={2} size="h4" id={id} mb={aside === undefined ? gap : undefined}>
      {title}
    </Title>
  );
  return (
    <Paper p="md" {...(region ? { component: 'section', 'aria-labelledby': id } : {})} {...paper}>
      {aside === undefined ? (
        heading
      ) : (
        <Group justify="space-between" mb={gap}>
          {heading}
          {aside}
        </Group>
      )}
      {children}
    </Paper>
  );
}
