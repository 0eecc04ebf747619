import { translateMessage } from '@aerowatch/i18n/translate-message';
import { Alert, Input, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useFormats } from '../../lib/format.ts';
import { useCollection } from '../../lib/query/use-collection.ts';
import { useFleet } from '../../lib/query/use-fleet.ts';
import { useText } from '../../lib/text.ts';
import { AeroPicker } from '../aero-picker/aero-picker.tsx';
import type { StepProps } from './steps.tsx';

const SCOPES = ['aeros', 'tag', 'client'] as const;

/** Which AEROs are watched: chosen ones, or all of a tag or of the client, including those added later. */
export function AerosStep({ draft, onChange, tried, errors = {} }: StepProps) {
  const t = useText('supervisors');
  const scope = draft.scope ?? 'aeros';
  const missing = tried && draft.aeros.length === 0;
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('aerosHelp')}</Text>
      <SegmentedControl
        aria-label={t('scope.label')}
        value={scope}
        data={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
        onChange={(value) => onChange({ scope: value as (typeof SCOPES)[number] })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
      />
      {scope === 'tag' ? <TagChoice draft={draft} onChange={onChange} tried={tried} errors={errors} /> : null}
      {scope === 'client' ? <Follows draft={draft} /> : null}
      {scope === 'aeros' ? (
        <>
          {errors.aeros !== undefined || missing ? (
            <Input.Error role="alert">{errors.aeros ?? t('aerosRequired')}</Input.Error>
          ) : null}
          <AeroPicker
            value={draft.aeros}
            onChange={(aeros) => onChange({ aeros })}
            client={draft.client}
            height={380}
          />
        </>
      ) : null}
    </Stack>
  );
}

function TagChoice({ draft, onChange, tried, errors = {} }: StepProps) {
  const t = useText('supervisors');
  const { compare, language } = useFormats();
  const tags = useCollection('tags').filter((tag) => draft.client === null || tag.client === draft.client);
  const tag = draft.tag ?? null;
  const needed = tried && tag === null ? translateMessage('required', language) : undefined;
  return (
    <>
      <Select
        label={t('scope.whichTag')}
        withAsterisk
        searchable
        maw={420}
        nothingFoundMessage={t('scope.noTag')}
        placeholder={tags.length === 0 ? t('scope.noTag') : undefined}
        value={tag === null ? null : String(tag)}
        error={errors.tag ?? needed}
        data={tags
          .map((one) => ({ value: String(one.id), label: one.name }))
          .sort((a, b) => compare(a.label, b.label))}
        onChange={(value) => onChange({ tag: value === null ? null : Number(value) })}
      />
      {tag === null ? null : <Follows draft={draft} />}
    </>
  );
}

/** The present number of AEROs, once all are loaded, and a note that it follows the tag or client. */
function Follows({ draft }: Pick<StepProps, 'draft'>) {
  const t = useText('supervisors');
  const { aeros, boxOf: boxes, isKnown } = useFleet();
  const count = aeros.filter(({ box: of }) => {
    const box = boxes[of];
    if (box === undefined || box.client !== draft.client) return false;
    return draft.scope === 'client' || box.tags.includes(draft.tag ?? 0);
  }).length;
  const all = draft.scope === 'client';
  return (
    <Alert icon={<IconTag aria-hidden />} maw={640}>
      {isKnown
        ? t(all ? 'scope.followsClient' : 'scope.followsTag', { count })
        : t(all ? 'scope.uncountedClient' : 'scope.uncountedTag')}
    </Alert>
  );
}
