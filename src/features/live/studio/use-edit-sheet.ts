import { useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { sheetSwitched } from './studio-slice';
import { selectStudio, type EditSheet } from './studio-state';

/** @returns the state of the edits; clears failures of earlier ones when the sheet opens */
export function useEditSheet(sheet: EditSheet, open: boolean) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!open) return undefined;
    dispatch(sheetSwitched(sheet));
    return () => void dispatch(sheetSwitched(null));
  }, [dispatch, open, sheet]);
  return useAppSelector(selectStudio).saving;
}
