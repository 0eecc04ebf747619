import { SimpleGrid } from '@mantine/core';
import { AeroFields } from '../../entities/boxes/form/aero-fields.tsx';
import { ConfigurationFields } from '../../entities/boxes/form/configuration-fields.tsx';
import { CopyConfiguration } from '../../entities/boxes/form/copy-configuration.tsx';
import { FormSection } from '../../entities/boxes/form/form-section.tsx';
import { type BoxForm, IdentityFields } from '../../entities/boxes/form/identity-fields.tsx';
import { ClimateFields, PlaceFields } from '../../entities/boxes/form/place-fields.tsx';
import { useText } from '../../lib/text.ts';

interface Props {
  form: BoxForm;
  box: number;
  /** Positions whose AERO is stored. */
  stored: readonly number[];
}

/** Identity, place, AEROs and desired configuration of an existing box, all expanded. */
export function EditSections({ form, box, stored }: Props) {
  const t = useText('boxes');
  return (
    <>
      <FormSection title={t('form.identity')}>
        <IdentityFields form={form} />
      </FormSection>
      <FormSection title={t('column.place')} description={t('form.place_help')}>
        <PlaceFields form={form}>
          <ClimateFields form={form} />
        </PlaceFields>
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
    </>
  );
}
