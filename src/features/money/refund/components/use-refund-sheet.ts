import { useChangeSheet } from '@/store/use-change-sheet';
import { useAppSelector } from '@/store/hooks';
import { refundSheetOpened, selectRefundChange } from '../refund-feature';

export const useRefundSheet = (open: boolean, onDone: () => void) =>
  useChangeSheet({ open, change: useAppSelector(selectRefundChange), opened: refundSheetOpened, onDone });
