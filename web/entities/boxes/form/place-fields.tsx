import { placeExtremes } from '@aerowatch/domain/climate/place-extremes';
import { TEXT_LENGTHS } from '@aerowatch/domain/text-lengths';
import { SimpleGrid, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { KilometerInput } from '../../../forms/kilometer-input.tsx';
import { NumberField } from '../../../forms/number-field.tsx';
import { QuantityInput } from '../../../forms/quantity-input.tsx';
import { TextField } from '../../../forms/text-field.tsx';
import type { Held } from '../../../forms/typed/reading.ts';
import { useFormats } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useText } from '../../../lib/text.ts';
import { useRails } from '../../../map/ground/use-rails.ts';
import { PartBoundary } from '../../../ui/states/part-boundary.tsx';
import { PLACE_QUANTITIES, type PlaceQuantity } from './aero-quantities.ts';
import type { BoxForm } from './identity-fields.tsx';
import { LineField } from './line-field.tsx';
import classes from './place-fields.module.css';
import { usePlaceOfLine } from './use-place-of-line.ts';

const BoxMap = lazyPart(() => import('../../box-map/box-map.tsx'));
/** Zoom level: close enough to place a pole beside the line, far enough to recognize the place. */
const NEAR = 11;
/** Description of a field beside one with a help text, for equal height. */
const AS_HIGH = <span aria-hidden>&nbsp;</span>;
const NOWHERE = { id: [], longitude: [], latitude: [], kind: [], alerts: [] };

interface View {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
}
interface Props {
  form: BoxForm;
  /** More fields beside the map. */
  children?: ReactNode;
}

/** The place of a box: railway terms beside a map that can be clicked. */
export function PlaceFields({ form, children }: Props) {
  const t = useText('boxes');
  const domain = useText('domain');
  const rails = useRails();
  const [goTo, setGoTo] = useState<View | null>(null);
  usePlaceOfLine(form, rails, (place) => setGoTo({ ...place, zoom: NEAR }));
  const follow = (): void => setGoTo(viewOf(form));
  return (
    <div className={classes.frame}>
      <SimpleGrid
        cols={{ base: 1, xs: 2, md: 1, lg: 2 }}
        spacing="md"
        verticalSpacing="md"
        style={{ alignContent: 'start' }}
      >
        <LineField form={form} rails={rails} />
        <KilometerInput
          label={domain('field.kilometer_point')}
          description={t('form.kilometer_help')}
          {...form.getInputProps('kilometer_point')}
        />
        <TextField
          label={domain('field.pole')}
          description={AS_HIGH}
          max={TEXT_LENGTHS.box.pole}
          {...form.getInputProps('pole')}
        />
        <Coordinate form={form} name="latitude" onBlur={follow} />
        <Coordinate form={form} name="longitude" onBlur={follow} />
        {children}
      </SimpleGrid>
      <PlaceMap form={form} goTo={goTo} />
    </div>
  );
}

/** A view of the coordinates, near enough to see the line; null while they are unknown. */
function viewOf(form: BoxForm): View | null {
  const { latitude, longitude } = form.getValues();
  return isPlace(latitude, longitude)
    ? { longitude: Number(longitude), latitude: Number(latitude), zoom: NEAR }
    : null;
}

/** The place on a map; a click on the map moves it. */
function PlaceMap({ form, goTo }: { form: BoxForm; goTo: View | null }) {
  const t = useText('boxes');
  const common = useText('common');
  const { latitude, longitude } = form.values;
  const known = isPlace(latitude, longitude);
  const points = useMemo(
    () =>
      known
        ? { id: [1], longitude: [Number(longitude)], latitude: [Number(latitude)], kind: [0], alerts: [0] }
        : NOWHERE,
    [known, latitude, longitude],
  );
  const [start] = useState(() => viewOf(form));
  return (
    <div className={classes.map}>
      <PartBoundary message={common('no_map')}>
        <Suspense fallback={<Skeleton h="100%" />}>
          <BoxMap
            label={t('form.map_label')}
            points={points}
            view={start}
            goTo={goTo}
            onGround={(place) => {
              form.setFieldValue('latitude', Number(place.latitude.toFixed(6)));
              form.setFieldValue('longitude', Number(place.longitude.toFixed(6)));
            }}
          />
        </Suspense>
      </PartBoundary>
    </div>
  );
}

/** Altitude and extreme temperatures; empty ones are taken from the built-in table. */
export function ClimateFields({ form }: { form: BoxForm }) {
  const t = useText('boxes');
  const { quantity } = useFormats();
  const { latitude, longitude, altitude } = form.values;
  const known = isPlace(latitude, longitude);
  const table = placeExtremes({
    latitude: known ? Number(latitude) : null,
    longitude: known ? Number(longitude) : null,
    altitude: typeof altitude === 'number' ? altitude : null,
  });
  const expected = (side: 'cold' | 'hot'): string =>
    t(known ? 'form.extreme_of_place' : 'form.extreme_unknown', {
      value: quantity('temperature', table[side]),
    });
  return (
    <>
      <Measured form={form} name="altitude" description={t('form.altitude_help')} />
      <span aria-hidden />
      <Measured form={form} name="temperature_coldest" description={expected('cold')} />
      <Measured form={form} name="temperature_hottest" description={expected('hot')} />
    </>
  );
}

const isPlace = (latitude: Held<number>, longitude: Held<number>): boolean =>
  typeof latitude === 'number' &&
  typeof longitude === 'number' &&
  Math.abs(latitude) <= 90 &&
  Math.abs(longitude) <= 180;

function Coordinate({
  form,
  name,
  onBlur,
}: {
  form: BoxForm;
  name: 'latitude' | 'longitude';
  onBlur: () => void;
}) {
  const domain = useText('domain');
  return (
    <NumberField
      label={domain(`field.${name}`)}
      unit="°"
      decimals={6}
      signed
      {...form.getInputProps(name)}
      onBlur={onBlur}
    />
  );
}

function Measured({ form, name, description }: { form: BoxForm; name: PlaceQuantity; description: string }) {
  const domain = useText('domain');
  return (
    <QuantityInput
      label={domain(`field.${name}`)}
      description={description}
      quantity={PLACE_QUANTITIES[name]}
      metricDecimals={1}
      signed
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => form.setFieldValue(name, value)}
    />
  );
}
