import { SearchX } from 'lucide-react';
import { ConversationRow } from '@/components/people/conversation-row';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withInboxFilter } from '../inbox-filter';
import type { InboxFilter } from '../message-state';
import { conversationLists, messageSearch } from '../message-slice';
import { getPayee, type MessageHit } from '../message-state';
import { ConversationRows } from './conversation-rows';
import styles from './inbox.module.css';

interface SearchResultsProps {
  q: string;
  filter: InboxFilter;
  currentId: string | null;
}

/** Conversations by name, then messages by text. ux.md MS-7. */
export function SearchResults({ q, filter, currentId }: SearchResultsProps) {
  const people = useAppSelector(conversationLists.select(filter));
  const search = useAppSelector(messageSearch.select);
  const texts = search.query.q === q ? search : { ...search, status: 'pending' as const, rows: [] };
  const isAsking = !people || people.status === 'pending' || texts.status === 'pending';
  const hasPeople = people !== undefined && people.rows.length > 0;
  const hasTexts = texts.rows.length > 0;
  if (hasOnlyPunctuation(q)) return <NothingToSearch text={q} />;
  if (!hasPeople && !hasTexts) {
    if (isAsking) return <Skeleton kind="person" count={4} className={styles.waiting} />;
    if (people?.status !== 'failed' && (texts.status !== 'failed' || isAbsent(texts))) {
      return (
        <EmptyState
          icon={SearchX}
          title={`Nothing found for “${q}”`}
          text="Try part of a name, or one word from a message."
        />
      );
    }
  }
  return (
    <>
      {(hasPeople || people?.status === 'failed') && (
        <section aria-label="People">
          <h2 className={styles.group}>People</h2>
          <ConversationRows filter={filter} currentId={currentId} />
        </section>
      )}
      <Texts q={q} filter={filter} />
    </>
  );
}

function Texts({ q, filter }: { q: string; filter: InboxFilter }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(messageSearch.select);
  const { status, rows, total } = list;
  if (isAbsent(list) || (status === 'ready' && rows.length === 0)) return null;
  const state = status === 'pending' ? 'loading' : status === 'failed' ? 'failed' : 'more';
  return (
    <section aria-label="Messages found">
      <h2 className={styles.group}>Messages</h2>
      {rows.map((hit) => (
        <Hit key={hit._id} hit={hit} q={q} filter={filter} />
      ))}
      {(status !== 'ready' || rows.length < total) && (
        <InfiniteEnd
          state={state}
          skeleton="person"
          onMore={() => dispatch(rows.length > 0 ? messageSearch.moreRequested() : messageSearch.requested({ q }))}
        />
      )}
    </section>
  );
}

const isAbsent = ({ error }: { error: { status: number } | null }) => error?.status === 404;

function Hit({ hit, q, filter }: { hit: MessageHit; q: string; filter: InboxFilter }) {
  const meId = useAppSelector(selectCurrentUser)?._id;
  return (
    <ConversationRow
      href={withInboxFilter(paths.conversation(hit.conversationId), filter, hit.sequence)}
      name={getPayee(hit.recipientInfo).name}
      avatar={hit.recipientInfo?.avatar}
      preview={
        <span className={styles.hit}>
          {hit.senderId === meId && <bdi>You</bdi>}
          {hit.senderId === meId && ': '}
          {getSnippet(hit.text, q).map((part, index) =>
            part.isHit ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
          )}
        </span>
      }
      lastAt={hit.createdAt}
    />
  );
}

const lead = 24;

/** @returns a part of the text around the first match, in pieces; `isHit` marks matches of the words in `q`, ignoring case. */
export function getSnippet(text: string, q: string): { text: string; isHit: boolean }[] {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [{ text, isHit: false }];
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'gi',
  );
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const first = flat.search(pattern);
  const start = first > lead ? flat.indexOf(' ', first - lead) + 1 : 0;
  const shown = start > 0 && start <= first ? `…${flat.slice(start)}` : flat;
  return shown
    .split(pattern)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
