import { useChangeSheet } from '@/store/use-change-sheet';
import { useAppSelector } from '@/store/hooks';
import { changeOpened, selectPayoutChange } from '../payout-slice';

export const usePayoutSheet = (open: boolean, onDone: () => void) =>
  useChangeSheet({ open, change: useAppSelector(selectPayoutChange), opened: changeOpened, onDone });
