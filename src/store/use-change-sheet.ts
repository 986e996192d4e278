import type { Action } from '@reduxjs/toolkit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createRandomKey } from '@/lib/random-key';
import type { ChangeState } from '@/store/change-slice';
import { useAppDispatch } from '@/store/hooks';

interface ChangeSheet {
  open: boolean;
  change: ChangeState;
  opened: () => Action;
  /** Called when a change that began while the sheet was open succeeds. */
  onDone: () => void;
}

/** @returns `key`: an idempotency key per opening, so that pressing again after a lost response changes nothing twice */
export function useChangeSheet({ open, change: { status, error, done }, opened, onDone }: ChangeSheet) {
  const dispatch = useAppDispatch();
  const [key, setKey] = useState('');
  const doneBefore = useRef(done);
  /** True while a change is pending that began before the sheet opened. */
  const isForeign = useRef(false);
  const handleOpen = useEffectEvent(() => {
    doneBefore.current = done;
    isForeign.current = status === 'pending';
    setKey(createRandomKey());
    dispatch(opened());
  });
  const handleEnd = useEffectEvent((count: number) => {
    const isOwn = count > doneBefore.current && !isForeign.current;
    doneBefore.current = count;
    isForeign.current = false;
    if (isOwn) onDone();
  });
  useEffect(() => {
    if (open) handleOpen();
  }, [open]);
  useEffect(() => {
    if (open && status !== 'pending') handleEnd(done);
  }, [open, status, done]);
  return { key, isBusy: status === 'pending', failure: status === 'failed' ? error : null };
}
