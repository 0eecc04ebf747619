import { Tabs } from '@mantine/core';
import {
  IconHistory,
  IconNotes,
  IconPlugConnected,
  IconServer,
  IconShieldCheck,
  IconTags,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSearch } from '../../lib/hooks/use-address.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingLines } from '../../ui/states/states.tsx';
import { TabList } from '../../ui/tab-list.tsx';
import { PAGE_KEYS, PAGES, type Page, pageOf, type Tab } from './pages.ts';

const PANELS = {
  tags: lazyPart(() => import('./tags/tags-tab.tsx')),
  keys: lazyPart(() => import('./keys/keys-tab.tsx')),
  webhooks: lazyPart(() => import('./webhooks/webhooks-tab.tsx')),
  api: lazyPart(() => import('./api-tab.tsx')),
  release: lazyPart(() => import('./release/release-tab.tsx')),
  security: lazyPart(() => import('./security/security-tab.tsx')),
  audit: lazyPart(() => import('./audit/audit-tab.tsx')),
  outbox: lazyPart(() => import('./outbox-tab.tsx')),
  setaside: lazyPart(() => import('./set-aside/set-aside-tab.tsx')),
  machine: lazyPart(() => import('./machine/machine-tab.tsx')),
  privacy: lazyPart(() => import('./privacy-tab.tsx')),
} as const satisfies Record<Tab, unknown>;
const ICONS = {
  tags: IconTags,
  interfaces: IconPlugConnected,
  security: IconShieldCheck,
  audit: IconHistory,
  operation: IconServer,
  about: IconNotes,
} as const satisfies Record<Page, unknown>;

/** The machine page is for the vendor's staff only. */
const mayOpen = (tab: Tab, isAdmin: boolean): boolean => tab !== 'machine' || isAdmin;

/** Settings of a client: the open tab is in the address, `?tab=`. */
export default function SettingsScreen() {
  const t = useText('settings');
  const [parameters, change] = useSearch();
  const requested = parameters.get('tab');
  const isAdmin = useGrants('admin');
  const tab =
    (Object.keys(PANELS) as Tab[]).find((name) => name === requested && mayOpen(name, isAdmin)) ?? 'tags';
  const page = pageOf(tab);
  const open = (next: string | null) =>
    change(() => new URLSearchParams({ tab: PAGES[(next ?? 'tags') as Page][0] }), { push: true });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Tabs value={page} onChange={open} keepMounted={false}>
        <TabList open={page}>
          {PAGE_KEYS.map((name) => {
            const Icon = ICONS[name];
            return (
              <Tabs.Tab key={name} value={name} leftSection={<Icon size={17} aria-hidden />}>
                {t(`page.${name}`)}
              </Tabs.Tab>
            );
          })}
        </TabList>
        <Tabs.Panel value={page}>
          <Parts
            page={page}
            tab={tab}
            onOpen={(next) => change(() => new URLSearchParams({ tab: next }), { push: true })}
          />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

interface PartsProps {
  page: Page;
  tab: Tab;
  onOpen: (tab: Tab) => void;
}
/** The content of a page; of several parts the chosen one. */
function Parts({ page, tab, onOpen }: PartsProps) {
  const t = useText('settings');
  const isAdmin = useGrants('admin');
  const parts = (PAGES[page] as readonly Tab[]).filter((name) => mayOpen(name, isAdmin));
  const Panel = PANELS[tab];
  const part = (
    <Suspense fallback={<LoadingLines />}>
      <Panel />
    </Suspense>
  );
  if (parts.length === 1) return part;
  return (
    <Tabs variant="pills" value={tab} onChange={(next) => onOpen((next ?? tab) as Tab)} keepMounted={false}>
      <TabList open={tab}>
        {parts.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={tab}>{part}</Tabs.Panel>
    </Tabs>
  );
}
