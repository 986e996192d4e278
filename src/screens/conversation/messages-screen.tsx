import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import dynamic from 'next/dynamic';
import { paths } from '@/config/paths';
import type { ReportTarget } from '@/features/content/report/report-feature';
import { selectBadges } from '@/features/conversation/badges/badges-feature';
import { Inbox } from '@/features/conversation/message/components/inbox';
import { readInboxFilter, withInboxFilter } from '@/features/conversation/message/inbox-filter';
import { conversationClosed, conversationRequested } from '@/features/conversation/message/message-slice';
import type { Conversation } from '@/features/conversation/message/message-state';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withFeatures } from '@/store/with-features';
import { BlockFacts, BlockSheet, ReportSheet } from '../site/lazy-parts';
import { PageTitle } from '../site/page-title';

/** The URL determines the open conversation, the filter of the list and the message to show. */
export function MessagesScreen() {
  const router = useRouter();
  const unread = useAppSelector(selectBadges)?.conversations ?? 0;
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const [reported, setReported] = useState<ReportTarget | null>(null);
  const [blocked, setBlocked] = useState<Conversation | null>(null);
  const { conversation, at, toSource, toId } = router.query;
  const conversationId = conversation?.[0] ?? null;
  // `?toSource=&toId=` opens or starts a conversation, whose own URL then replaces this one.
  useEffect(() => {
    if (typeof toId !== 'string') return undefined;
    dispatch(conversationRequested({ source: toSource === 'user' ? 'user' : 'performer', sourceId: toId }));
    return () => void dispatch(conversationClosed());
  }, [dispatch, toSource, toId]);
  return (
    <>
      <PageTitle title="Messages" />
      <main id="main" tabIndex={-1}>
        <Inbox
          conversationId={conversationId}
          at={typeof at === 'string' && /^\d{1,9}$/.test(at) ? Number(at) : undefined}
          unread={unread}
          onReport={(one) => setReported(getReport(one))}
          onBlock={setBlocked}
          renderAbout={(one) =>
            amPerformer && one.recipientInfo?.isPerformer === false && <FanFacts userId={one.recipientInfo._id} />
          }
          filter={readInboxFilter(router.query)}
          onFilter={(filter) => {
            const path = conversationId === null ? paths.messages : paths.conversation(conversationId);
            return router.replace(withInboxFilter(path, filter), undefined, { shallow: true, scroll: false });
          }}
        />
      </main>
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
      {blocked?.recipientInfo?.isPerformer === false && (
        <BlockSheet
          person={blocked.recipientInfo}
          onClose={() => setBlocked(null)}
          about={<BlockFacts userId={blocked.recipientInfo._id} />}
        />
      )}
    </>
  );
}

function getReport({ recipientInfo: person }: Conversation): ReportTarget | null {
  if (!person) return null;
  const target = person.isPerformer ? 'performer' : 'user';
  return { target, targetId: person._id, performerId: person._id, title: person.name || person.username || '' };
}

const FanFacts = dynamic(
  async () => {
    const [facts, { fanFeature }] = await Promise.all([
      import('./fan-facts'),
      import('@/features/identity/fan/fan-feature'),
    ]);
    return withFeatures(facts.FanFacts, [fanFeature]);
  },
  { ssr: false },
);
