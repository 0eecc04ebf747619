import { Tabs } from '@mantine/core';
import {
  IconApi,
  IconHistory,
  IconKey,
  IconMailForward,
  IconMessageExclamation,
  IconNotes,
  IconServer,
  IconShieldCheck,
  IconShieldLock,
  IconTags,
  IconWebhook,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingLines } from '../../ui/states/states.tsx';
import { TabList } from '../../ui/tab-list.tsx';

const TABS = {
  tags: { icon: IconTags, Panel: lazyPart(() => import('./tags/tags-tab.tsx')) },
  keys: { icon: IconKey, Panel: lazyPart(() => import('./keys/keys-tab.tsx')) },
  webhooks: { icon: IconWebhook, Panel: lazyPart(() => import('./webhooks/webhooks-tab.tsx')) },
  api: { icon: IconApi, Panel: lazyPart(() => import('./api-tab.tsx')) },
  release: { icon: IconNotes, Panel: lazyPart(() => import('./release/release-tab.tsx')) },
  security: { icon: IconShieldCheck, Panel: lazyPart(() => import('./security/security-tab.tsx')) },
  audit: { icon: IconHistory, Panel: lazyPart(() => import('./audit/audit-tab.tsx')) },
  outbox: { icon: IconMailForward, Panel: lazyPart(() => import('./outbox-tab.tsx')) },
  setaside: { icon: IconMessageExclamation, Panel: lazyPart(() => import('./set-aside/set-aside-tab.tsx')) },
  machine: { icon: IconServer, Panel: lazyPart(() => import('./machine/machine-tab.tsx')) },
  privacy: { icon: IconShieldLock, Panel: lazyPart(() => import('./privacy-tab.tsx')) },
} as const;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];
const ADMIN_TABS: readonly Tab[] = ['machine'];

/** Settings of a client: the open tab is in the address, `?tab=`. */
export default function SettingsScreen() {
  const t = useText('settings');
  const [parameters, setParameters] = useSearchParams();
  const requested = parameters.get('tab');
  const isAdmin = useGrants('admin');
  const names = NAMES.filter((name) => isAdmin || !ADMIN_TABS.includes(name));
  const tab: Tab = names.find((name) => name === requested) ?? 'tags';
  const { Panel } = TABS[tab];
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Tabs value={tab} onChange={(next) => setParameters({ tab: next ?? 'tags' })} keepMounted={false}>
        <TabList open={tab}>
          {names.map((name) => {
            const Icon = TABS[name].icon;
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} aria-hidden />}>
                {t(`tab.${name}`)}
              </Tabs.Tab>
            );
          })}
        </TabList>
        <Tabs.Panel value={tab}>
          <Suspense fallback={<LoadingLines />}>
            <Panel />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
