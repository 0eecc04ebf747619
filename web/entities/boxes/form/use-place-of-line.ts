import { placeAt } from '@aerowatch/domain/line/place-at';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Rail } from '../../../map/ground/atlas.ts';
import { railOf } from '../../../map/ground/use-rails.ts';
import type { BoxForm } from './identity-fields.tsx';

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Fills in the coordinates from line and kilometre point once one of the two was changed, if there are none
 * yet, or they were filled in automatically. Typed or clicked ones stay.
 */
export function usePlaceOfLine(form: BoxForm, rails: readonly Rail[], onPlace: (place: Place) => void): void {
  const { line, kilometer_point: km } = form.values;
  const asOpened = useRef(`${line}|${km}`);
  const filled = useRef<Place | null>(null);
  const fillIn = useEffectEvent((rail: Rail | undefined, line: string, km: unknown): void => {
    const { latitude, longitude } = form.values;
    if (`${line}|${km}` === asOpened.current || rail === undefined || typeof km !== 'number') return;
    const place = placeAt(rail.points, km);
    const isEmpty = latitude === null && longitude === null;
    const isOurs = filled.current?.latitude === latitude && filled.current?.longitude === longitude;
    if (place === null || !(isEmpty || isOurs)) return;
    filled.current = place;
    form.setFieldValue('latitude', place.latitude);
    form.setFieldValue('longitude', place.longitude);
    onPlace(place);
  });
  useEffect(() => fillIn(railOf(rails, line), line, km), [rails, line, km]);
}
