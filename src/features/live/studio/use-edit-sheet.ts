import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { sheetSwitched } from './studio-slice';
import { selectStudio, type EditSheet } from './studio-state';

/** @returns the state of the edits, with `error` only in the open sheet; clears failures of earlier ones when it opens */
export function useEditSheet(sheet: EditSheet, open: boolean) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!open) return undefined;
    dispatch(sheetSwitched(sheet));
    return () => void dispatch(sheetSwitched(null));
  }, [dispatch, open, sheet]);
  const { saving, sheet: openSheet } = useAppSelector(selectStudio);
  return { status: saving.status, error: openSheet === sheet ? saving.error : null };
}
