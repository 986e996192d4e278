import { useEffect } from 'react';
import { useAppDispatch } from '@/store/hooks';
import { draftKeepWanted } from '../studio-slice';

/** What was typed last is kept too when the page is left for good, or for another tab. */
export function useKeptAtTheEnd(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const keep = () => void dispatch(draftKeepWanted());
    window.addEventListener('pagehide', keep);
    window.addEventListener('blur', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('blur', keep);
    };
  }, [dispatch]);
}
