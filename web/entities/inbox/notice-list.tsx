import { Menu, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Answer } from '../../lib/api/contract.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { useMatterWords } from './matter-words.ts';

type Notices = Answer<'noticesList'>;

/** Notices of the last 30 days about matters, the newest first, and a link to all of the user's matters. */
export default function NoticeList({ notices }: { notices: Notices }) {
  const t = useText('inbox');
  const formats = useFormats();
  const [read] = useMutation('noticesRead', t('failed'));
  const { results, mine, unread } = notices;
  return (
    <>
      <Menu.Item component={Link} to={paths.workOrders({ tab: 'mine' })} fw={600}>
        {t('bell.mine', { count: formats.number(mine, 0) })}
      </Menu.Item>
      <Menu.Divider />
      {results.length === 0 ? (
        <Text c="dimmed" px="sm" py={6}>
          {t('bell.none')}
        </Text>
      ) : null}
      {results.map((notice) => (
        <NoticeItem
          key={notice.id}
          notice={notice}
          onRead={() => void read({ body: { ids: [notice.id] } })}
        />
      ))}
      {unread > 0 ? (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => void read({ body: {} })}>{t('bell.all_read')}</Menu.Item>
        </>
      ) : null}
    </>
  );
}

interface ItemProps {
  notice: Notices['results'][number];
  onRead: () => void;
}
/** The matter, its comment and author; opening it marks it as read. */
function NoticeItem({ notice, onRead }: ItemProps) {
  const t = useText('inbox');
  const formats = useFormats();
  const words = useMatterWords();
  const { matter, type, by_name: by, comment, at, read } = notice;
  return (
    <Menu.Item component={Link} to={paths.workOrder(matter.id)} onClick={read ? undefined : onRead}>
      <Text fw={read ? undefined : 600} lineClamp={2}>
        {matter.name}, {words.aero(matter)}
      </Text>
      <SmallText>
        {t(`bell.told.${type}`, { who: by ?? '–' })} · {formats.dateTime(at)}
        {read ? null : ` · ${t('bell.unread')}`}
      </SmallText>
      {comment === '' ? null : (
        <SmallText lineClamp={3} fs="italic">
          {comment}
        </SmallText>
      )}
    </Menu.Item>
  );
}
