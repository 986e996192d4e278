import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useChangeSheet } from '@/store/use-change-sheet';
import { actOpened, actRequested, selectAct, type Act } from './act-slice';

/** For a dialog that asks before an act. `act` runs it; `onDone` is called when it succeeded. */
export function useAct({ open, onDone }: { open: boolean; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectAct);
  const { isBusy, failure } = useChangeSheet({ open, change, opened: actOpened, onDone });
  return { act: (act: Act) => dispatch(actRequested(act)), isBusy, failure: failure?.message };
}

/** For a page that decides by one act. `isDone` is true before `onDecided` is called: the page can then be left. */
export function useDecision(onDecided: () => void) {
  const [isDone, setIsDone] = useState(false);
  const onDone = () => {
    setIsDone(true);
    onDecided();
  };
  return { ...useAct({ open: true, onDone }), isDone };
}
