import { Button, Paper, SegmentedControl, Text } from '@mantine/core';
import { IconList, IconMapOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import classes from './map-screen.module.css';

/** The screen without boxes: failed, none has a place, or still loading. */
export function NothingShown({
  failure,
  empty,
  onRetry,
}: {
  failure: Failure | undefined;
  empty: boolean;
  onRetry: () => void;
}) {
  const t = useText('map');
  return (
    <div className="aw-fills">
      <PageHeader title={t('title')} />
      {failure !== undefined ? (
        <Paper>
          <ErrorState failure={failure} onRetry={onRetry} />
        </Paper>
      ) : empty ? (
        <Paper>
          <EmptyState
            title={t('no_place')}
            icon={IconMapOff}
            action={
              <LinkButton to={paths.boxes()} mt="sm">
                {t('to_boxes')}
              </LinkButton>
            }
            text={t('no_place_text')}
          />
        </Paper>
      ) : (
        <Paper p="lg" className={classes.frame}>
          <div className={classes.list}>
            <LoadingLines lines={10} />
          </div>
        </Paper>
      )}
    </div>
  );
}

/** The list beside the map, or alone. */
export function Frame({ map, list }: { map: ReactNode; list: ReactNode }) {
  return (
    <div className={classes.frame}>
      {map === null ? null : <div className={classes.map}>{map}</div>}
      {list === null ? null : <div className={map === null ? classes.list : classes.side}>{list}</div>}
    </div>
  );
}

/** On a phone: map or list. */
export function ViewChoice({
  asList,
  onChange,
}: {
  asList: boolean;
  onChange: (view: 'list' | null) => void;
}) {
  const t = useText('map');
  return (
    <SegmentedControl
      aria-label={t('view')}
      value={asList ? 'list' : 'map'}
      data={[
        { value: 'map', label: t('view_map') },
        { value: 'list', label: t('view_list') },
      ]}
      onChange={(view) => onChange(view === 'list' ? view : null)}
    />
  );
}

export function ListButton({ listed, onClick }: { listed: boolean; onClick: () => void }) {
  const t = useText('map');
  return (
    <Button
      variant="default"
      leftSection={<IconList size={16} aria-hidden />}
      aria-expanded={listed}
      onClick={onClick}
    >
      {t(listed ? 'list_hide' : 'list_show')}
    </Button>
  );
}

export function Amount({ shown, total }: { shown: number; total: number }) {
  const t = useText('map');
  const formats = useFormats();
  return (
    <Text c="dimmed" aria-live="polite">
      {shown === total
        ? t('shown', { count: shown, shown: formats.number(shown) })
        : t('shown_of', { shown: formats.number(shown), total: formats.number(total) })}
    </Text>
  );
}
