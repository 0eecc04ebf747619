import { Button, Container } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { setScreenTitle } from '../screen-title.ts';
import { EmptyState } from './states.tsx';

export function NotFound() {
  const t = useText('common');
  const title = t('not_found.title');
  useEffect(() => {
    setScreenTitle(title);
    return () => setScreenTitle('');
  }, [title]);
  return (
    <Container size="sm" py="xl">
      <EmptyState
        order={1}
        title={title}
        icon={IconMapPinOff}
        action={
          <Button component={Link} to={paths.dashboard()} mt="sm">
            {t('not_found.home')}
          </Button>
        }
        text={t('not_found.text')}
      />
    </Container>
  );
}
