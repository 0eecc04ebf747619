import type { AeroOnLine } from '@aerowatch/contracts/api/line';
import { nearnessOf } from '@aerowatch/domain/physics/nearness';
import { useMemo } from 'react';
import { useChanceLook } from '../../entities/forecast/use-chance-look.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';

/** Texts for an AERO of the line: its name, its place, and everything shown by its glyph. */
export function useLineWords() {
  const t = useText('line');
  const domain = useText('domain');
  const diagnostics = useText('diagnostics');
  const gauge = useText('gauge');
  const forecast = useText('forecast');
  const formats = useFormats();
  const lookOf = useChanceLook();
  return useMemo(() => {
    const name = ({ serial_number, position }: AeroOnLine) =>
      `${serial_number} · ${domain('aero', { position })}`;
    const place = ({ kilometer_point, pole, track }: AeroOnLine) =>
      [track, kilometer_point === null ? '' : `PK ${formats.kilometerPoint(kilometer_point)}`, pole]
        .filter((part) => part !== '')
        .join(' · ');
    const fault = ({ fault, verdict }: AeroOnLine) =>
      fault !== null && (verdict === 'bad' || verdict === 'watch') ? diagnostics(`fault.${fault}`) : null;
    const stands = ({ travel }: Item, stroke: number | null) => {
      if (stroke === null) return gauge('no_measure');
      const { nearness, end } = travel
        ? nearnessOf(stroke, travel)
        : { nearness: 'free' as const, end: 'low' as const };
      const near = nearness === 'free' ? '' : `, ${gauge(`${nearness}.${end}`)}`;
      return `${formats.metric('stroke', stroke)}${travel ? t('of', { travel: formats.metric('stroke', travel.stroke) }) : ''}${near}`;
    };
    const marginChance = ({ client, chance, chance_day: day, chance_side: side }: AeroOnLine) => {
      const look = lookOf(chance, client);
      if (look === 'calm' || chance === null || day === null || side === null) return '';
      const said = t('margin_chance', {
        share: formats.percent(chance),
        side: t(`side.${side}`),
        day: formats.day(day),
      });
      return look === 'unproven' ? `${said} (${forecast('not_proven')})` : said;
    };
    const troubles = (aero: AeroOnLine) => [
      fault(aero) ?? '',
      aero.alerts > 0 ? t('alerts', { count: aero.alerts }) : '',
      marginChance(aero),
      aero.status === 'silent' || aero.status === 'late' ? domain(`status.${aero.status}`) : '',
    ];
    /** Everything the glyph shows except the name, as one sentence. */
    const standing = (item: Item, { stroke, expected }: Shown) =>
      [
        place(item.aero),
        stands(item, stroke),
        expected === null ? '' : t('expected', { stroke: formats.metric('stroke', expected) }),
        domain(`sami.${item.aero.sami}`),
        ...troubles(item.aero),
        item.direction === null ? '' : t(item.direction > 0 ? 'wire_up' : 'wire_down'),
      ]
        .filter((part) => part !== '')
        .join(', ');
    const sentence = (item: Item, shown: Shown) => `${name(item.aero)}, ${standing(item, shown)}`;
    return { name, place, fault, standing, sentence };
  }, [t, domain, diagnostics, gauge, forecast, formats, lookOf]);
}
