import { Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { setScreenTitle } from '../../ui/screen-title.ts';

interface Props {
  title: string;
  children: ReactNode;
}

/** The single card of a visitor's screen. */
export function VisitorCard({ title, children }: Props) {
  useEffect(() => setScreenTitle(title), [title]);
  return (
    <Paper p={{ base: 'lg', sm: 40 }} w="100%" maw={440} m="auto">
      {children}
    </Paper>
  );
}

/** A visitor's form under its heading. */
export function VisitorForm({
  title,
  text,
  onSubmit,
  children,
}: Props & { text: string; onSubmit: (event: FormEvent<HTMLFormElement>) => void }) {
  return (
    <VisitorCard title={title}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <div>
            <Title order={1}>{title}</Title>
            <Text c="dimmed" mt={6}>
              {text}
            </Text>
          </div>
          {children}
        </Stack>
      </form>
    </VisitorCard>
  );
}

/** The result of a visitor's form, replacing it. */
export function VisitorNews({ title, icon, children }: Props & { icon: ReactNode }) {
  return (
    <VisitorCard title={title}>
      <Stack gap="md" role="status">
        {icon}
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </VisitorCard>
  );
}
