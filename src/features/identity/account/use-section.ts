import { useLayoutEffect } from 'react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { sectionOpened, selectSection, type AccountSection } from './account-slice';

/** State of a section that has a form. Clears what an earlier visit to the form has left. */
export function useSection(section: AccountSection) {
  const dispatch = useAppDispatch();
  useLayoutEffect(() => void dispatch(sectionOpened(section)), [dispatch, section]);
  return useAppSelector(selectSection(section));
}
