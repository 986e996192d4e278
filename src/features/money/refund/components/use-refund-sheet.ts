import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRandomKey } from '@/lib/random-key';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { refundSheetOpened, selectRefundChange } from '../refund-feature';

/**
 * How what a sheet asks for stands.
 *
 * @param onDone called once it is done, if it began while the sheet was open.
 * @returns `key` marks all presses of one opening: pressed again after a lost answer, it asks for nothing else.
 */
export function useRefundSheet(open: boolean, onDone: () => void) {
  const dispatch = useAppDispatch();
  const { status, error, done } = useAppSelector(selectRefundChange);
  const [key, setKey] = useState('');
  const doneBefore = useRef(done);
  const handleOpen = useEffectEvent(() => {
    doneBefore.current = done;
    setKey(createRandomKey());
    dispatch(refundSheetOpened());
  });
  const handleDone = useEffectEvent((count: number) => {
    if (count > doneBefore.current) onDone();
  });
  useEffect(() => {
    if (open) handleOpen();
  }, [open]);
  useEffect(() => {
    if (open) handleDone(done);
  }, [open, done]);
  return { key, isBusy: status === 'pending', failure: status === 'failed' ? error : null };
}
