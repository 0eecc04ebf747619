import { SimpleGrid } from '@mantine/core';
import { AeroDetails, useAeroOfForm } from '../../entities/boxes/form/aero-fields.tsx';
import { ConfigurationFields } from '../../entities/boxes/form/configuration-fields.tsx';
import { ModelInput } from '../../entities/boxes/form/configuration-input.tsx';
import { CopyConfiguration } from '../../entities/boxes/form/copy-configuration.tsx';
import { FoldedSection } from '../../entities/boxes/form/folded-section.tsx';
import { FormSection } from '../../entities/boxes/form/form-section.tsx';
import {
  type BoxForm,
  ClientField,
  NameField,
  OtherFields,
  SerialField,
} from '../../entities/boxes/form/identity-fields.tsx';
import { ClimateFields, PlaceFields } from '../../entities/boxes/form/place-fields.tsx';
import { useText } from '../../lib/text.ts';

/** Collapsed fields of the box itself. */
const DETAILS = /^(name|tags|installation_date|iccid|comment|altitude|temperature_(coldest|hottest))$/;
const POSITIONS = [0, 1] as const;

/** A new box: serial number, place and AERO models; the rest is collapsed, and has defaults. */
export function NewBoxSections({ form }: { form: BoxForm }) {
  const t = useText('boxes');
  const refused = (paths: RegExp) => Object.keys(form.errors).some((path) => paths.test(path));
  const hasAero = form.values.aeros.some((aero) => aero !== null);
  return (
    <>
      <FormSection title={t('form.box_and_place')} description={t('form.place_help')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SerialField form={form} />
          <ClientField form={form} creating />
        </SimpleGrid>
        <PlaceFields form={form} />
      </FormSection>
      <FormSection title={t('column.aeros')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {POSITIONS.map((index) => (
            <AeroModel key={index} form={form} index={index} />
          ))}
        </SimpleGrid>
      </FormSection>
      <FoldedSection title={t('form.fold_box')} invalid={refused(DETAILS)}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <NameField form={form} />
          <OtherFields form={form} />
          <ClimateFields form={form} />
        </SimpleGrid>
      </FoldedSection>
      {hasAero ? (
        <FoldedSection title={t('form.fold_aeros')} invalid={refused(/^aeros\.\d\.(?!model_type)/)}>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {POSITIONS.map((index) => (
              <AeroDetails key={index} form={form} index={index} />
            ))}
          </SimpleGrid>
        </FoldedSection>
      ) : null}
      <FoldedSection title={t('form.configuration')} invalid={refused(/^desired\./)}>
        <div>
          <CopyConfiguration form={form} own={null} />
        </div>
        <ConfigurationFields form={form} />
      </FoldedSection>
    </>
  );
}

/** The model of the AERO at a position, or that there is none. */
function AeroModel({ form, index }: { form: BoxForm; index: number }) {
  const t = useText('boxes');
  const { aero, position, add, remove, setModel } = useAeroOfForm(form, index);
  return (
    <ModelInput
      label={t('form.aero_model', { position })}
      error={form.errors[`aeros.${index}.model_type`]}
      value={aero?.model_type ?? 0}
      onChange={(type) => {
        if (type === 0) remove();
        else if (aero === null) add('', type);
        else setModel(type);
      }}
    />
  );
}
