import type { Action } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRandomKey } from '@/lib/random-key';
import type { ApiFailure } from '@/services/api-error';
import { useAppDispatch } from '@/store/hooks';

/** How the changes of a feature stand, of which sheets ask for one at a time. */
interface ChangeState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  /** Changes so far. */
  done: number;
}

interface ChangeSheet {
  open: boolean;
  change: ChangeState;
  /** Tells the feature that a sheet was opened, for which the outcome of the last change is no matter. */
  opened: () => Action;
  /** Called once a change is done that began while the sheet was open. */
  onDone: () => void;
}

/**
 * The change that a sheet asks for.
 *
 * @returns `key` marks all presses of one opening: pressed again after a lost answer, it asks for nothing else.
 */
export function useChangeSheet({ open, change: { status, error, done }, opened, onDone }: ChangeSheet) {
  const dispatch = useAppDispatch();
  const [key, setKey] = useState('');
  const doneBefore = useRef(done);
  const handleOpen = useEffectEvent(() => {
    doneBefore.current = done;
    setKey(createRandomKey());
    dispatch(opened());
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
