import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { Draft } from '../draft';
import { draftChanged, selectDraft } from '../studio-slice';

export function useDraft(): [Draft, (part: Partial<Draft>) => void] {
  const dispatch = useAppDispatch();
  return [useAppSelector(selectDraft), (part) => void dispatch(draftChanged(part))];
}
