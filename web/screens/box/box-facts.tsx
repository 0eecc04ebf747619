import type { Box } from '@aerowatch/contracts/api/boxes';
import { Grid, Paper, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { TagList } from '../../entities/boxes/tags-of.tsx';
import { TwinBadge } from '../../entities/boxes/twin-badge.tsx';
import { useFormats } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import { SamiBadge } from '../../ui/badges/sami-mark.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import classes from './box-header.module.css';

const PlaceMap = lazyPart(() => import('./place-map.tsx'));

/** All properties of the box itself, and its place. */
export function BoxFacts({ box }: { box: Box }) {
  const common = useText('common');
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <BoxFactList box={box} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }} className="aw-no-print">
        {box.latitude !== null && box.longitude !== null ? (
          <Paper h="100%" mih={180} style={{ overflow: 'hidden', position: 'relative' }}>
            <PartBoundary message={common('no_map')}>
              <Suspense fallback={null}>
                <PlaceMap box={box} />
              </Suspense>
            </PartBoundary>
          </Paper>
        ) : null}
      </Grid.Col>
    </Grid>
  );
}

/** The properties only, as a list; on paper including those of the page header. */
export function BoxFactList({ box, paper = false }: { box: Box; paper?: boolean }) {
  const t = useText('box');
  const domain = useText('domain');
  const formats = useFormats();
  const client = useTable('clients')[box.client ?? 0];
  const headed: [string, ReactNode][] = [
    [domain('field.sami'), <SamiBadge key="sami" level={box.sami} />],
    [domain('field.client'), client?.name ?? '–'],
    [domain('field.line'), box.line || '–'],
    [domain('field.pole'), box.pole || '–'],
    [
      domain('field.kilometer_point'),
      box.kilometer_point === null ? '–' : `PK ${formats.kilometerPoint(box.kilometer_point)}`,
    ],
  ];
  const facts: [string, ReactNode][] = [
    ...(paper ? headed : []),
    [t('fact.position'), <Position key="position" box={box} />],
    [t('fact.installed'), box.installation_date ? formats.day(box.installation_date) : '–'],
    [t('tab.firmware'), box.firmware_version ?? '–'],
    [t('fact.iccid'), box.iccid || '–'],
    [t('tab.configuration'), <TwinBadge key="twin" state={box.twin.state} />],
    [domain('field.tags'), box.tags.length === 0 ? '–' : <TagList key="tags" ids={box.tags} />],
  ];
  return (
    <Paper p="md" h="100%">
      <dl className={classes.facts} aria-label={t('facts')}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <SmallText component="dt">{label}</SmallText>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </div>
        ))}
        <div className={classes.whole}>
          <SmallText component="dt">{domain('field.comment')}</SmallText>
          <Text component="dd" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {box.comment || '–'}
          </Text>
        </div>
      </dl>
    </Paper>
  );
}

function Position({ box: { id, latitude, longitude } }: { box: Box }) {
  if (latitude === null || longitude === null) return '–';
  // In the format that every map accepts: decimal commas would be confused with the separating comma.
  return <TextLink to={paths.map({ box: id })}>{`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}</TextLink>;
}
