import { Eye, EyeOff, SquarePen, Trash2 } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { getCount, studioNames, getNoun, getNouns, type StudioKindName } from '@/config/item-names';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getDraftState } from '../draft';
import { ownItems, ITEMS_PER_PAGE, removalChosen, stateChosen } from '../own-items';
import type { OwnItem } from '../studio-kind';
import { OwnItemRow } from './own-item-row';
import styles from './own-item-list.module.css';

interface OwnItemListProps {
  kind: StudioKindName;
  page: number;
  getHref: (page: number) => string;
  isFiltered: boolean;
  renderSale?: (item: OwnItem) => ReactNode;
}

export function OwnItemList({ kind, page, getHref, isFiltered, renderSale }: OwnItemListProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(ownItems.select);
  const [chosen, setChosen] = useState<string[]>([]);
  const [toDelete, setToDelete] = useState<string[]>([]);
  useListUpdates();
  const pages = Math.ceil(list.total / ITEMS_PER_PAGE);
  const lastPage = list.status === 'ready' && list.rows.length === 0 && page > pages && pages > 0 ? pages : null;
  const lastHref = lastPage === null ? null : getHref(lastPage);
  const { replace } = useRouter();
  useEffect(() => {
    if (lastHref !== null) void replace(lastHref, undefined, { scroll: false });
  }, [lastHref, replace]);
  const present = chosen.filter((id) => list.rows.some(({ _id }) => _id === id));
  const toggle = (id: string) =>
    setChosen(present.includes(id) ? present.filter((one) => one !== id) : [...present, id]);
  const choose = (to: 'published' | 'hidden') => {
    dispatch(stateChosen({ kind, ids: present, to }));
    setChosen([]);
  };
  return (
    <ListStates
      list={{ ...list, error: null }}
      failedTitle={`Your ${getNouns(kind)} did not load`}
      onRetry={() => dispatch(ownItems.requested(list.query))}
      skeleton="person"
      skeletonCount={5}
      empty={lastPage === null && <Nothing kind={kind} isFiltered={isFiltered} words={list.query.q} />}
    >
      <div className={styles.bulk} role="status">
        {present.length > 0 ? (
          <>
            <span className="strong sm">{present.length} selected</span>
            <Button size="sm" icon={Eye} onClick={() => choose('published')}>
              Publish
            </Button>
            <Button size="sm" icon={EyeOff} onClick={() => choose('hidden')}>
              Hide
            </Button>
            <Button size="sm" icon={Trash2} onClick={() => setToDelete(present)}>
              Delete
            </Button>
          </>
        ) : (
          <span className="sm muted">{getCount(kind, list.total)}</span>
        )}
      </div>
      <ul aria-label={studioNames[kind].plural}>
        {list.rows.map((item) => (
          <OwnItemRow
            key={item._id}
            item={item}
            sale={renderSale?.(item)}
            isChosen={present.includes(item._id)}
            onToggle={() => toggle(item._id)}
            onDelete={() => setToDelete([item._id])}
          />
        ))}
      </ul>
      <Pager label={studioNames[kind].plural} page={page} pages={pages} getHref={getHref} />
      <DeleteSheet
        kind={kind}
        count={toDelete.length}
        onClose={() => setToDelete([])}
        onConfirm={() => {
          dispatch(removalChosen({ kind, ids: toDelete }));
          setToDelete([]);
          setChosen([]);
        }}
      />
    </ListStates>
  );
}

/** Interval for items whose files are being processed. Wire contract 1.8. */
const POLL_INTERVAL_MS = 5_000;
const GRACE_MS = 2_000;
/** For items scheduled later than this, no update is scheduled. */
const MAX_WAIT_MS = 3_600_000;

/** Reloads the list when an item will have changed: a video has been processed, or a scheduled item published. */
function useListUpdates(): void {
  const dispatch = useAppDispatch();
  const { rows, status, query } = useAppSelector(ownItems.select);
  useEffect(() => {
    if (status !== 'ready') return undefined;
    const waits = rows.flatMap(getWaitMs);
    const wait = Math.min(...waits);
    if (wait > MAX_WAIT_MS) return undefined;
    const timer = setTimeout(() => dispatch(ownItems.requested(query)), wait);
    return () => clearTimeout(timer);
  }, [dispatch, rows, status, query]);
}

/** @returns milliseconds until the item may have changed; empty if it will not */
function getWaitMs(item: OwnItem): number[] {
  if (item.processing) return [POLL_INTERVAL_MS];
  if (getDraftState(item) !== 'scheduled' || !item.scheduleAt) return [];
  return [Math.max(POLL_INTERVAL_MS, new Date(item.scheduleAt).getTime() - Date.now() + GRACE_MS)];
}

const invitations: Record<StudioKindName, { text: string; button: string }> = {
  feed: { text: 'Say hello, or show what you are working on. It takes two minutes.', button: 'Write it' },
  video: {
    text: 'A longer piece, with a page of its own. Sell it, or make it part of a subscription.',
    button: 'Upload it',
  },
  product: {
    text: 'Something to hold, or a file to download. Set its price and how many there are.',
    button: 'Add it',
  },
  photo: { text: 'Single pictures, or more for one of your galleries.', button: 'Upload photos' },
  gallery: { text: 'Photos that belong together, shown or sold as one.', button: 'Make it' },
};

interface NothingProps {
  kind: StudioKindName;
  isFiltered: boolean;
  words: string | undefined;
}

function Nothing({ kind, isFiltered, words }: NothingProps) {
  const { own } = studioNames[kind];
  if (words !== undefined && hasOnlyPunctuation(words))
    return <NothingToSearch text={words} action={<Button href={own.list}>Show all</Button>} />;
  const { text, button } = invitations[kind];
  const all = `Remove the filter to see all your ${getNouns(kind)}.`;
  return (
    <EmptyState
      icon={SquarePen}
      title={isFiltered ? `No ${getNouns(kind)} match` : `Your first ${getNoun(kind)}`}
      text={isFiltered ? all : text}
      action={
        <Button variant={isFiltered ? undefined : 'primary'} href={isFiltered ? own.list : own.create}>
          {isFiltered ? 'Show all' : button}
        </Button>
      }
    />
  );
}

interface DeleteSheetProps extends Pick<OwnItemListProps, 'kind'> {
  count: number;
  onClose: () => void;
  onConfirm: () => void;
}

function DeleteSheet({ kind, count, onClose, onConfirm }: DeleteSheetProps) {
  const noun = getNoun(kind);
  const all = count === 1 ? noun : getCount(kind, count);
  const these = count === 1 ? `this ${noun}` : `these ${all}`;
  return (
    <Sheet open={count > 0} onClose={onClose} title={`Delete ${count === 1 ? these : all}?`}>
      <p>
        Comments and likes are deleted with {these}. People who bought a {noun} keep it.
      </p>
      <FormFoot>
        <div className="row row--end row--wrap">
          <Button variant="ghost" onClick={onClose}>
            Keep
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            Delete {all}
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
