import type { BoxConfiguration } from '@aerowatch/domain/box-configuration';
import { configurationProblems } from '@aerowatch/domain/configuration-problems';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { FailureAlert } from '../../../forms/form-screen.tsx';
import { shownBounds } from '../../../forms/shown-bounds.ts';
import type { Failure } from '../../../lib/api/result.ts';
import type { Formats } from '../../../lib/format.ts';
import { currentLanguage, type TextOf, useText } from '../../../lib/text.ts';
import { AeroFields } from './aero-fields.tsx';
import { AERO_PAIRS, measuredInBox } from './aero-quantities.ts';
import classes from './box-form.module.css';
import { ConfigurationFields } from './configuration-fields.tsx';
import { CopyConfiguration } from './copy-configuration.tsx';
import { FormSection } from './form-section.tsx';
import { type BoxValues, checkedConfiguration } from './form-values.ts';
import { IdentityFields } from './identity-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

/** Checks beyond the contract: both coordinates, rules between fields. */
export function checkBox(
  values: BoxValues,
  t: TextOf<'boxes'>,
  formats: Formats,
): Record<string, string | null> {
  const say = (path: string, message: string): string =>
    translateMessage(shownBounds(message, measuredInBox(path), formats), currentLanguage());
  const problems: Record<string, string | null> = {};
  if ((values.latitude === null) !== (values.longitude === null))
    problems[values.latitude === null ? 'latitude' : 'longitude'] = t('form.coordinates_both');
  const { temperature_coldest: coldest, temperature_hottest: hottest } = values;
  if (typeof coldest === 'number' && typeof hottest === 'number' && coldest > hottest)
    problems.temperature_hottest = say('temperature_hottest', `below_minimum|${coldest}`);
  for (const { field, message } of configurationProblems(
    checkedConfiguration(values.desired) as Partial<BoxConfiguration>,
  ))
    problems[`desired.${field}`] = say(`desired.${field}`, message);
  values.aeros.forEach((aero, index) => {
    for (const [low, high] of AERO_PAIRS) {
      const path = `aeros.${index}.${high}`;
      const [least, most] = [aero?.[low] ?? null, aero?.[high] ?? null];
      if (typeof least === 'number' && typeof most === 'number' && least > most)
        problems[path] = say(path, `below_minimum|${least}`);
    }
  });
  return problems;
}

interface Props {
  form: UseFormReturnType<BoxValues>;
  busy: boolean;
  failure: Failure | null;
  failureTitle: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Id of the box that is edited; null for a new one. */
  box: number | null;
  /** Positions whose AERO is stored. */
  stored: readonly number[];
  cancelTo: string;
  submitLabel: string;
  notice?: ReactNode;
}

/** Identity, place, AEROs and desired configuration of a box, with Save always visible. */
export function BoxForm(props: Props) {
  const { form, busy, failure, failureTitle, onSubmit, box, stored, cancelTo, submitLabel, notice } = props;
  const t = useText('boxes');
  const common = useText('common');
  const navigate = useNavigate();
  const problems = Object.keys(form.errors).length;
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <Stack gap="md">
        {notice}
        <FormSection title={t('form.identity')}>
          <IdentityFields form={form} creating={box === null} />
        </FormSection>
        <FormSection title={t('column.place')} description={t('form.place_help')}>
          <PlaceFields form={form} />
        </FormSection>
        <FormSection title={t('column.aeros')}>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {[0, 1].map((index) => (
              <AeroFields key={index} form={form} index={index} stored={stored.includes(index + 1)} />
            ))}
          </SimpleGrid>
        </FormSection>
        <FormSection
          title={t('form.configuration')}
          description={t('form.configuration_help')}
          actions={<CopyConfiguration form={form} own={box} />}
        >
          <ConfigurationFields form={form} />
        </FormSection>
        {failure === null ? null : <FailureAlert failure={failure} title={failureTitle} />}
      </Stack>
      <Paper className={classes.bar} px="md" py="sm" shadow="md">
        <Group justify="space-between" gap="xs">
          <div role="status">
            {problems > 0 ? (
              <Alert color="red" p="xs">
                {common('form.problems', { count: problems })}
              </Alert>
            ) : form.isDirty() ? (
              <Text c="dimmed">{common('form.unsaved_text')}</Text>
            ) : null}
          </div>
          <Group gap="xs">
            <Button variant="default" onClick={() => navigate(cancelTo)}>
              {common('action.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {submitLabel}
            </Button>
          </Group>
        </Group>
      </Paper>
    </form>
  );
}
