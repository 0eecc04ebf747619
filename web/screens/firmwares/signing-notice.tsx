import type { firmwaresPublicKey } from '@aerowatch/contracts/api/firmwares';
import type { ResponseOf } from '@aerowatch/contracts/endpoint';
import { Alert, Code, Text } from '@mantine/core';
import { IconServer, IconShieldCheck } from '@tabler/icons-react';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';

type Signing = ResponseOf<typeof firmwaresPublicKey>;

/** Whose signature boxes trust for firmware: the vendor's, or that of this server. */
export function SigningNotice({ signing }: { signing: Signing | undefined }) {
  const t = useText('firmwares');
  const isAdmin = useGrants('admin');
  if (signing === undefined) return null;
  const vendor = signing.signed_by === 'vendor';
  return (
    <Alert
      mb="md"
      color={vendor ? 'teal' : 'amber'}
      icon={vendor ? <IconShieldCheck aria-hidden /> : <IconServer aria-hidden />}
      title={t(vendor ? 'signed_vendor' : 'signed_server')}
    >
      <Text>
        {vendor
          ? t('signed_vendor_text', { count: signing.signatures, keys: signing.keys.length })
          : t(isAdmin ? 'signed_server_admin' : 'signed_server_text')}
      </Text>
      {isAdmin && (
        <Text mt={4}>
          {t('signing_keys')}{' '}
          {signing.keys.map(({ id }) => (
            <Code key={id} mr={6}>
              {id}
            </Code>
          ))}
        </Text>
      )}
    </Alert>
  );
}
