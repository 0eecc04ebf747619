import { Paper, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './folded-section.module.css';

interface Props {
  title: string;
  /** If one of its fields is refused it stays open, so that the field is visible. */
  invalid: boolean;
  children: ReactNode;
}

/** A part of a long form that most users leave unchanged. */
export function FoldedSection({ title, invalid, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Paper
      component="details"
      p={{ base: 'md', sm: 'lg' }}
      className={classes.section}
      open={open || invalid}
      onToggle={(event: { currentTarget: HTMLElement }) =>
        setOpen((event.currentTarget as HTMLDetailsElement).open)
      }
    >
      <summary>{title}</summary>
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </Paper>
  );
}
