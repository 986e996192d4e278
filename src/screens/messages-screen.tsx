import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { Inbox } from '@/features/message/components/inbox';
import { conversationWanted } from '@/features/message/message-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Conversations; the address names the open one. */
export function MessagesScreen() {
  const { query } = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const dispatch = useAppDispatch();
  const { conversationId: id, toSource, toId } = query;
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
        <Inbox conversationId={typeof id === 'string' ? id : null} />
      </main>
    </>
  );
}
