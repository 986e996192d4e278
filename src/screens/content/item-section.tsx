import { useEffect, useState, type ReactNode } from 'react';
import { getNoun } from '@/config/item-names';
import { ItemList } from '@/features/content/item/components/item-list';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { listOpened } from '@/features/content/item/item-slice';
import { selectItemList } from '@/features/content/item/item-state';
import { getAccess, getTitle, type Item } from '@/features/content/item/item-view';
import type { ReportTarget } from '@/features/content/report/report-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { CommentSheet, ReportSheet } from '../site/lazy-parts';

const getName = (item: Item) => `${getTitle(item)}, by ${item.performer.name}`;

export const getReport = (item: Item): ReportTarget => ({
  target: item.kind,
  targetId: item._id,
  performerId: item.performer._id,
  title: getName(item),
});

export const getCommentProps = (item: Item, onReport: (target: ReportTarget) => void) => ({
  subject: { objectType: item.kind, objectId: item._id },
  canComment: getAccess(item) === 'open',
  refusal: `Comments are only for people who can open this ${getNoun(item.kind)}.`,
  performer: item.performer,
  onReport: ({ _id, content }: { _id: string; content: string }) =>
    onReport({ target: 'comment', targetId: _id, performerId: item.performer._id, title: content }),
});

interface ItemSectionProps {
  query: ItemQuery;
  emptyState: ReactNode;
}

/** A list of items with the sheets that they open. Pages must include `itemFeatures`. */
export function ItemSection(props: ItemSectionProps) {
  const [commented, setCommented] = useState<Item | null>(null);
  const [reported, setReported] = useState<ReportTarget | null>(null);
  return (
    <>
      <ItemList {...props} onComments={setCommented} onReport={(item) => setReported(getReport(item))} />
      {commented && (
        <CommentSheet
          {...getCommentProps(commented, setReported)}
          subtitle={getName(commented)}
          onClose={() => setCommented(null)}
        />
      )}
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </>
  );
}

/** Loads a list if the server has not, because in the browser its query may become known only after the page was opened. */
export function useOpenedList(query: ItemQuery): void {
  const dispatch = useAppDispatch();
  const { kind, from, performerId, filter, words } = query;
  const isOpened = useAppSelector(selectItemList(query)) !== undefined;
  useEffect(() => {
    if (!isOpened) dispatch(listOpened({ kind, from, performerId, filter, words }));
  }, [dispatch, kind, from, performerId, filter, words, isOpened]);
}
