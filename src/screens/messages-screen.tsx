import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { paths } from '@/config/paths';
import { selectBadges } from '@/features/badges/badges-feature';
import { Inbox } from '@/features/message/components/inbox';
import { readInboxFilter, writeInboxFilter } from '@/features/message/inbox-filter';
import { conversationWanted } from '@/features/message/message-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Conversations; the address names the open one, the filter of the list and the message that was looked for. */
export function MessagesScreen() {
  const router = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const unread = useAppSelector(selectBadges)?.conversations ?? 0;
  const dispatch = useAppDispatch();
  const { conversation, at, toSource, toId } = router.query;
  const conversationId = conversation?.[0] ?? null;
  // `?toSource=&toId=` opens the conversation with somebody, or begins it; its own address takes over then.
  useEffect(() => {
    if (typeof toId !== 'string') return;
    dispatch(conversationWanted({ source: toSource === 'user' ? 'user' : 'performer', sourceId: toId }));
  }, [dispatch, toSource, toId]);
  return (
    <>
      <Head>
        <title>{`Messages · ${siteName}`}</title>
      </Head>
      <main id="main" tabIndex={-1}>
        <Inbox
          conversationId={conversationId}
          at={typeof at === 'string' && /^\d{1,9}$/.test(at) ? Number(at) : undefined}
          unread={unread}
          filter={readInboxFilter(router.query)}
          onFilter={(filter) => {
            const path = conversationId === null ? paths.messages : paths.conversation(conversationId);
            return router.replace(path + writeInboxFilter(filter), undefined, { shallow: true, scroll: false });
          }}
        />
      </main>
    </>
  );
}
