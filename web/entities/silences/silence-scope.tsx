import { Group, MultiSelect, SegmentedControl, Select, Text } from '@mantine/core';
import { KilometerInput } from '../../forms/kilometer-input.tsx';
import { useOffered } from '../../forms/use-offered.ts';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useText } from '../../lib/text.ts';
import type { Draft } from './draft.ts';
import { coveredBy, tracksOf } from './preview.ts';

export interface PartProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  errors: Record<string, string>;
}

/** The scope of a silence: boxes, a tag, or a range of a line. */
export function Scope(props: PartProps) {
  const { draft, set } = props;
  const t = useText('silences');
  return (
    <>
      <SegmentedControl
        aria-label={t('scope')}
        value={draft.scope}
        data={[
          { value: 'boxes', label: t('scopeBoxes') },
          { value: 'tag', label: t('scopeTag') },
          { value: 'line', label: t('scopeLine') },
        ]}
        onChange={(scope) => set({ scope: scope as Draft['scope'] })}
      />
      {draft.scope === 'boxes' ? <Boxes {...props} /> : null}
      {draft.scope === 'tag' ? <Tag {...props} /> : null}
      {draft.scope === 'line' ? <Line {...props} /> : null}
      <Covered draft={draft} />
    </>
  );
}

/** Maximum number of boxes offered at once. */
const OFFERED = 100;

function Boxes({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  const { boxes } = useFleet();
  return (
    <MultiSelect
      label={t('chooseBoxes')}
      withAsterisk
      searchable
      filter={useOffered(OFFERED)}
      value={draft.boxes}
      error={errors.boxes}
      data={boxes.map((box) => ({ value: String(box.id), label: box.serial_number }))}
      onChange={(chosen) => set({ boxes: chosen })}
    />
  );
}

function Tag({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  const tags = useCollection('tags');
  return (
    <Select
      label={t('chooseTag')}
      withAsterisk
      searchable
      value={draft.tag}
      error={errors.tag}
      data={tags.map((tag) => ({ value: String(tag.id), label: tag.name }))}
      onChange={(tag) => set({ tag })}
    />
  );
}

function Line({ draft, set, errors }: PartProps) {
  const t = useText('silences');
  const { compare } = useFormats();
  const { boxes, aeros } = useFleet();
  const lines = [...new Set(boxes.map((box) => box.line).filter((line) => line !== ''))].sort(compare);
  const tracks = tracksOf(draft.line, boxes, aeros).sort(compare);
  return (
    <>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <Select
          label={t('chooseLine')}
          withAsterisk
          searchable
          value={draft.line}
          error={errors.line}
          data={lines}
          onChange={(line) => set({ line, track: null })}
        />
        <Select
          label={t('track')}
          placeholder={t('allTracks')}
          clearable
          value={draft.track}
          error={errors.track}
          data={draft.track === null || tracks.includes(draft.track) ? tracks : [draft.track, ...tracks]}
          onChange={(track) => set({ track })}
        />
      </Group>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <KilometerInput
          label={t('fromKm')}
          value={draft.from_km}
          error={errors.from_km}
          onChange={(from_km) => set({ from_km })}
        />
        <KilometerInput
          label={t('toKm')}
          value={draft.to_km}
          error={errors.to_km}
          onChange={(to_km) => set({ to_km })}
        />
      </Group>
    </>
  );
}

/** The number of boxes; nothing unless all of them are loaded. */
function Covered({ draft }: { draft: Draft }) {
  const t = useText('silences');
  const { boxes, aeros, isKnown: all } = useFleet();
  const chosen = { boxes: draft.boxes.length > 0, tag: draft.tag !== null, line: draft.line !== null };
  if (!chosen[draft.scope] || !(all || draft.scope === 'boxes')) return null;
  return <Text role="status">{t('covers', { count: coveredBy(draft, boxes, aeros) })}</Text>;
}
