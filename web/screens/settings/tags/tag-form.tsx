import { type Tag, tagsCreate, tagsPatch } from '@aerowatch/contracts/api/tags';
import { ColorInput, Group, Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useNavigate } from 'react-router';
import { ClientSelect } from '../../../entities/clients/client-select.tsx';
import { FormFrame } from '../../../forms/form-screen.tsx';
import { useContractForm } from '../../../forms/use-contract-form.ts';
import { changedOnly } from '../../../lib/changed.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../lib/query/use-mutation.ts';
import { useGrants, useProfile } from '../../../lib/state/session-state.ts';
import { useText } from '../../../lib/text.ts';
import { TagBadge } from '../../../ui/badges/tag-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { BoxPicker } from '../webhooks/box-picker.tsx';

const SWATCHES = [
  '#0b5a73',
  '#1f77b4',
  '#2ca02c',
  '#8fb339',
  '#f2a514',
  '#e8590c',
  '#c4232f',
  '#b0307f',
  '#7048e8',
  '#697781',
];

interface Values {
  name: string;
  color: string;
  client: number | null;
  boxes: number[];
  [name: string]: unknown;
}

interface Props {
  /** The tag to change; none for a new one. */
  tag?: Tag;
  etag?: string;
}

function useTagForm({ tag, etag }: Props) {
  const common = useText('common');
  const [createTag] = useMutation('tagsCreate');
  const [patchTag] = useMutation('tagsPatch');
  const navigate = useNavigate();
  const isAdmin = useGrants('admin');
  const own = useProfile()?.client ?? null;
  return useContractForm<Values, Tag>({
    initial: {
      name: tag?.name ?? '',
      color: tag?.color ?? (SWATCHES[0] as string),
      client: tag?.client ?? own,
      boxes: tag?.boxes ?? [],
    },
    schema: tag === undefined ? tagsCreate.body : tagsPatch.body,
    toBody: ({ client, ...rest }) =>
      tag === undefined
        ? { ...rest, ...(isAdmin && client !== null ? { client } : {}) }
        : changedOnly({ ...tag }, rest),
    check: ({ client }) => ({
      client: isAdmin && tag === undefined && client === null ? common('form.required') : null,
    }),
    submit: (body: never) =>
      tag === undefined ? createTag({ body }) : patchTag({ params: { id: tag.id }, body, etag }),
    onSuccess: (saved) => {
      toast.success(common(tag === undefined ? 'success.created' : 'success.updated', { name: saved.name }));
      void navigate(paths.settings({ tab: 'tags' }));
    },
  });
}

export function TagForm({ tag, etag }: Props) {
  const t = useText('settings');
  const common = useText('common');
  const domain = useText('domain');
  const isAdmin = useGrants('admin');
  const { form, ...frame } = useTagForm({ tag, etag });
  const { client, boxes } = form.values;
  return (
    <FormFrame
      {...frame}
      failureTitle={common(tag === undefined ? 'error.creating' : 'error.updating')}
      submitLabel={tag === undefined ? common('action.create') : undefined}
      cancelTo={paths.settings({ tab: 'tags' })}
    >
      <TextInput label={domain('field.name')} withAsterisk autoFocus {...form.getInputProps('name')} />
      <Color form={form} />
      {isAdmin && (
        <ClientSelect
          withAsterisk
          disabled={tag !== undefined}
          value={client}
          onChange={(value) => {
            form.setFieldValue('client', value);
            form.setFieldValue('boxes', []);
          }}
          error={form.errors.client}
        />
      )}
      <BoxPicker
        label={t('tags.boxes')}
        client={client}
        value={boxes}
        onChange={(value) => form.setFieldValue('boxes', value)}
        error={form.errors.boxes}
      />
    </FormFrame>
  );
}

/** The colour, with a preview of the tag. */
function Color({ form }: { form: UseFormReturnType<Values> }) {
  const t = useText('settings');
  const domain = useText('domain');
  const { name, color } = form.values;
  return (
    <Group align="flex-end" gap="md">
      <ColorInput
        label={t('tags.color')}
        withAsterisk
        format="hex"
        swatches={SWATCHES}
        swatchesPerRow={5}
        withPicker={false}
        eyeDropperButtonProps={{ 'aria-label': t('tags.eye_dropper') }}
        {...form.getInputProps('color')}
      />
      <Input.Wrapper label={t('tags.preview')} labelElement="div">
        <div style={{ paddingBlock: 8 }}>
          <TagBadge name={name === '' ? domain('field.name') : name} color={color} />
        </div>
      </Input.Wrapper>
    </Group>
  );
}
