import { LANGUAGES } from '@aerowatch/domain/languages';
import { NumberInput, SimpleGrid, Skeleton, TextInput } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useText } from '../../lib/text.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { BoxForm } from './identity-fields.tsx';
import classes from './place-fields.module.css';

const BoxMap = lazyPart(() => import('../box-map/box-map.tsx').then(({ BoxMap }) => ({ default: BoxMap })));
/** Near enough to place a pole by the line, far enough to see where it is. */
const NEAR = 11;
const NOWHERE = { id: [], longitude: [], latitude: [], kind: [], alerts: [] };

/** Where a box stands: railway terms beside a map that takes a click. */
export function PlaceFields({ form }: { form: BoxForm }) {
  const t = useText('boxes');
  const domain = useText('domain');
  const common = useText('common');
  const { language } = useFormats();
  const { latitude, longitude } = form.values;
  const known =
    latitude !== '' &&
    longitude !== '' &&
    Math.abs(Number(latitude)) <= 90 &&
    Math.abs(Number(longitude)) <= 180;
  const points = useMemo(
    () =>
      known
        ? { id: [1], longitude: [Number(longitude)], latitude: [Number(latitude)], kind: [0], alerts: [0] }
        : NOWHERE,
    [known, latitude, longitude],
  );
  const [start] = useState(() =>
    known ? { longitude: Number(longitude), latitude: Number(latitude), zoom: NEAR } : null,
  );
  const [goTo, setGoTo] = useState<{ longitude: number; latitude: number; zoom?: number } | null>(null);
  const follow = (): void => {
    if (known) setGoTo({ longitude: Number(longitude), latitude: Number(latitude), zoom: NEAR });
  };
  const coordinate = (name: 'latitude' | 'longitude') => (
    <NumberInput
      label={domain(`field.${name}`)}
      hideControls
      decimalScale={6}
      decimalSeparator={LANGUAGES[language].decimal}
      allowedDecimalSeparators={[',', '.']}
      suffix={'\u00a0°'}
      {...form.getInputProps(name)}
      onBlur={follow}
    />
  );
  return (
    <div className={classes.frame}>
      <SimpleGrid
        cols={{ base: 1, xs: 2, md: 1, lg: 2 }}
        spacing="md"
        verticalSpacing="md"
        style={{ alignContent: 'start' }}
      >
        <TextInput
          label={domain('field.line')}
          description={t('form.line_suggestion')}
          maxLength={200}
          style={{ gridColumn: '1 / -1' }}
          {...form.getInputProps('line')}
        />
        <TextInput
          label={domain('field.kilometer_point')}
          description={t('form.kilometer_help')}
          autoComplete="off"
          {...form.getInputProps('kilometer_point')}
        />
        <TextInput
          label={domain('field.pole')}
          description={<span aria-hidden>&nbsp;</span>}
          maxLength={50}
          {...form.getInputProps('pole')}
        />
        {coordinate('latitude')}
        {coordinate('longitude')}
      </SimpleGrid>
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
    </div>
  );
}
