import { useEffect } from 'react';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { listOpened, selectItemList } from '@/features/content/item/item-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Asks for a list once it is known which: the server asks by itself; in the browser that may be known only later. */
export function useOpenedList(query: ItemQuery): void {
  const dispatch = useAppDispatch();
  const { kind, from, performerId, filter, words } = query;
  const isOpened = useAppSelector(selectItemList(query)) !== undefined;
  useEffect(() => {
    if (!isOpened) dispatch(listOpened({ kind, from, performerId, filter, words }));
  }, [dispatch, kind, from, performerId, filter, words, isOpened]);
}
