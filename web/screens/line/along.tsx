import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { IconButton } from '../../ui/links/link-button.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { LineLegend } from './line-legend.tsx';
import { LineTable } from './line-table.tsx';
import { type KmView, zoomed } from './picture/km-view.ts';
import { LineCanvas } from './picture/line-canvas.tsx';
import type { Item, Layout } from './picture/track-layout.ts';
import { SelectedAero } from './selected-aero.tsx';
import { TemperaturePanel } from './temperature-panel.tsx';
import { useLayout } from './use-layout.ts';
import { type LineAddress, useKmView } from './use-line-address.ts';
import { useLineWords } from './use-line-words.ts';
import type { useShown } from './use-shown.ts';
import { useStations } from './use-stations.ts';

interface Props {
  aeros: Parameters<typeof useLayout>[0];
  address: LineAddress;
  shown: ReturnType<typeof useShown>;
  temperature: number | null;
  onTemperature: (temperature: number | null) => void;
  /** Choice of line and track, in the picture's own frame. */
  choices: ReactNode;
  /** The time slider. */
  time: ReactNode;
}

/** The chart (or its table) first; below it the sliders that change it, then the selected AERO. */
export function Along({ aeros, address, shown, temperature, onTemperature, choices, time }: Props) {
  const layout = useLayout(aeros);
  const items = useMemo(() => layout.lanes.flatMap((lane) => lane.items), [layout]);
  const [selected, setSelected] = useState<number | null>(null);
  const item = items.find(({ aero }) => aero.id === selected) ?? null;
  const asTable = address.table || items.length === 0;
  return (
    <>
      <Paper p={{ base: 8, sm: 'md' }}>
        {choices}
        {asTable ? null : (
          <PictureOfLine layout={layout} address={address} shown={shown} item={item} onSelect={setSelected} />
        )}
      </Paper>
      {asTable ? <LineTable aeros={aeros} shown={shown} temperature={temperature} /> : null}
      <Paper p="md" {...(temperature === null ? { className: 'aw-no-print' } : {})}>
        <TemperaturePanel
          items={items}
          shown={shown}
          temperature={temperature}
          onChange={onTemperature}
          onTable={() => address.set({ view: 'table' })}
        />
      </Paper>
      {time}
      <Spoken item={item} shown={shown} />
      {item ? <SelectedAero item={item} shown={shown(item)} /> : null}
    </>
  );
}

interface PictureProps extends Pick<Props, 'address' | 'shown'> {
  layout: Layout;
  item: Item | null;
  onSelect: (aero: number | null) => void;
}
function PictureOfLine({ layout, address, shown, item, onSelect }: PictureProps) {
  const t = useText('line');
  const navigate = useNavigate();
  const stations = useStations();
  const [view, setView] = useKmView(layout, address.set);
  return (
    <>
      <Zoom layout={layout} view={view} onView={setView} />
      <LineCanvas
        layout={layout}
        view={view}
        onView={setView}
        stations={stations}
        shown={shown}
        selected={item?.aero.id ?? null}
        onSelect={onSelect}
        onOpen={() => item && void navigate(paths.box(item.aero.box, { tab: `aero${item.aero.position}` }))}
      />
      <LineLegend />
      <SmallText id="line-keys" mt={6} className="aw-no-print">
        {t('keys')}
      </SmallText>
      {layout.placeless > 0 ? (
        <Anchor component="button" type="button" mt={4} onClick={() => address.set({ view: 'table' })}>
          {t('placeless', { count: layout.placeless })}
        </Anchor>
      ) : null}
    </>
  );
}

interface ZoomProps {
  layout: KmView;
  view: KmView;
  onView: (view: KmView) => void;
}
function Zoom({ layout, view, onView }: ZoomProps) {
  const t = useText('line');
  const zoom = (factor: number) => onView(zoomed(view, layout, factor, (view.from + view.to) / 2));
  return (
    <Group gap={4} mb={4} justify="flex-end" className="aw-no-print">
      <IconButton
        label={t('zoom_in')}
        icon={<IconZoomIn size={18} aria-hidden />}
        onClick={() => zoom(1.6)}
      />
      <IconButton
        label={t('zoom_out')}
        icon={<IconZoomOut size={18} aria-hidden />}
        onClick={() => zoom(1 / 1.6)}
      />
      <Button size="compact-sm" variant="default" onClick={() => onView(layout)}>
        {t('whole')}
      </Button>
    </Group>
  );
}

/** The text for screen readers about the AERO with the keyboard focus. */
function Spoken({ item, shown }: { item: Item | null; shown: Props['shown'] }) {
  const words = useLineWords();
  return (
    <Text
      role="status"
      style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {item ? words.sentence(item, shown(item)) : ''}
    </Text>
  );
}
