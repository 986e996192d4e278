import { Ban, MessageCircle, NotebookPen } from 'lucide-react';
import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { useCallback, useEffect, useState } from 'react';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { PageColumn } from '@/components/layout/app-shell';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { FanNoteLine } from '@/features/identity/fan-note/components/fan-note-line';
import { FanNoteSheet } from '@/features/identity/fan-note/components/fan-note-sheet';
import {
  fanListsRequested,
  fanNoteOpened,
  fanNotesRequested,
  selectFanLists,
  selectSupportsFanNotes,
} from '@/features/identity/fan-note/fan-note-feature';
import { SubscriberTable } from '@/features/money/subscriber/components/subscriber-table';
import {
  subscribers,
  SUBSCRIBERS_PER_PAGE,
  type SubscriberQuery,
  type SubscriberState,
  type SubscriberTier,
} from '@/features/money/subscriber/subscriber-feature';
import type { Subscriber } from '@/features/money/subscriber/subscriber-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { getPersonName } from '@/lib/person-name';
import { readSearchText } from '@/lib/read-words';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { BlockFacts, BlockSheet } from '../site/lazy-parts';
import { readPage } from '../site/page-query';
import { PageTitle } from '../site/page-title';
import { FansTabs } from '../content/fans-tabs';
import styles from './subscribers-screen.module.css';

const subscriberStates: { value: SubscriberState | ''; label: string }[] = [
  { value: '', label: 'Everyone' },
  { value: 'active', label: 'Active' },
  { value: 'late', label: 'Payment failed' },
  { value: 'ending', label: 'Ending' },
  { value: 'ended', label: 'Ended' },
];

const subscriberTiers: { value: SubscriberTier | ''; label: string }[] = [
  { value: '', label: 'All tiers' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
  { value: 'free', label: 'Free trial' },
];

interface SubscribersQuery {
  q: string;
  state: SubscriberState | '';
  tier: SubscriberTier | '';
  list: string;
  /** The first page is 1. */
  page: number;
}

export function readSubscribersQuery(query: ParsedUrlQuery): SubscribersQuery {
  return {
    q: readSearchText(query['q']),
    state: subscriberStates.find(({ value }) => value === query['state'])?.value ?? '',
    tier: subscriberTiers.find(({ value }) => value === query['tier'])?.value ?? '',
    list: readSearchText(query['list']),
    page: readPage(query),
  };
}

const subscribersHref = (query: SubscribersQuery) => withQuery(paths.creator.subscribers, { ...query });

export const toSubscriberQuery = ({ page, ...filter }: SubscribersQuery): SubscriberQuery => ({
  ...omitEmpty(filter),
  offset: (page - 1) * SUBSCRIBERS_PER_PAGE,
});

export function SubscribersScreen() {
  const router = useRouter();
  const hasStates = useAppSelector(selectHasExtension('subscriberStates'));
  const query = readSubscribersQuery(router.query);
  const [wanted, change] = useOptimisticQuery(query, (next) =>
    router.replace(subscribersHref(next), undefined, { scroll: false }),
  );
  const [noted, setNoted] = useState<{ id: string; name: string } | null>(null);
  const [blocked, setBlocked] = useState<Subscriber['userInfo']>(null);
  const closeNote = useCallback(() => setNoted(null), []);
  const closeBlock = useCallback(() => setBlocked(null), []);
  const lists = useAppSelector(selectFanLists);
  const canNote = useAppSelector(selectSupportsFanNotes);
  useNotes(canNote);
  const renderActions = useCallback(
    (row: Subscriber) => <FanMenu row={row} onNote={canNote ? setNoted : undefined} onBlock={setBlocked} />,
    [canNote],
  );
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q, page: 1 }));
  return (
    <PageColumn width="wide">
      <PageTitle title="Subscribers" />
      <PageHead title="Subscribers" />
      <FansTabs current={paths.creator.subscribers} />
      <div className={styles.filters}>
        <SearchField
          label="Search subscribers"
          placeholder="Name or username"
          value={text}
          onChange={setText}
          onSubmit={(q) => change({ q: q.trim(), page: 1 })}
        />
        {hasStates && (
          <Chips
            label="Status"
            options={subscriberStates}
            value={wanted.state}
            onToggle={(state) => change({ state, page: 1 })}
          />
        )}
        <Chips
          label="Tier"
          options={subscriberTiers}
          value={wanted.tier}
          onToggle={(tier) => change({ tier, page: 1 })}
        />
        {lists.length > 0 && (
          <Chips
            label="List"
            options={[{ value: '', label: 'All lists' }, ...lists.map(({ name }) => ({ value: name, label: name }))]}
            value={wanted.list}
            onToggle={(list) => change({ list, page: 1 })}
          />
        )}
      </div>
      <SubscriberTable
        page={query.page}
        getHref={(page) => subscribersHref({ ...query, page })}
        renderNote={renderNote}
        renderActions={renderActions}
      />
      <FanNoteSheet fan={noted} onClose={closeNote} />
      {blocked && <BlockSheet person={blocked} onClose={closeBlock} about={<BlockFacts userId={blocked._id} />} />}
    </PageColumn>
  );
}

const renderNote = ({ userId }: Subscriber) => <FanNoteLine userId={userId} />;

function useNotes(isServed: boolean): void {
  const dispatch = useAppDispatch();
  const userIds = useAppSelector((state) => subscribers.select(state).rows)
    .map(({ userId }) => userId)
    .join();
  useEffect(() => {
    if (isServed && userIds !== '') dispatch(fanNotesRequested([...new Set(userIds.split(','))]));
  }, [dispatch, isServed, userIds]);
  useEffect(() => {
    if (isServed) dispatch(fanListsRequested());
  }, [dispatch, isServed]);
}

interface FanMenuProps {
  row: Subscriber;
  onNote?: (fan: { id: string; name: string }) => void;
  onBlock: (fan: Subscriber['userInfo']) => void;
}

function FanMenu({ row: { userId, userInfo, blockedUser }, onNote, onBlock }: FanMenuProps) {
  const dispatch = useAppDispatch();
  const name = getPersonName(userInfo, 'fan');
  const note = () => {
    dispatch(fanNoteOpened());
    onNote?.({ id: userId, name });
  };
  const items: MenuItem[] = [
    ...(blockedUser ? [] : [{ label: 'Message', icon: MessageCircle, href: paths.messageTo('user', userId) }]),
    ...(onNote ? [{ label: 'Note and lists', icon: NotebookPen, onSelect: note }] : []),
    blockedUser
      ? { label: 'Blocked people', icon: Ban, href: paths.creator.blacklist }
      : { label: 'Block', icon: Ban, tone: 'danger', onSelect: () => onBlock(userInfo) },
  ];
  return <Menu label={`More for ${name}`} items={items} />;
}
