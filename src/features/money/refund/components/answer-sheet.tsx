import { useEffect } from 'react';
import { Skeleton } from '@/components/basic/skeleton';
import { ErrorState } from '@/components/states/error-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { requestOpened, selectOpenedRequest } from '../refund-feature';
import { DecideSheet } from './decide-sheet';

interface AnswerSheetProps {
  saleId: string;
  open: boolean;
  onClose: () => void;
}

/** Loads the request for a sale, for pages that know only the sale, such as an order. */
export function AnswerSheet({ saleId, open, onClose }: AnswerSheetProps) {
  const dispatch = useAppDispatch();
  const opened = useAppSelector(selectOpenedRequest);
  useEffect(() => {
    if (open) dispatch(requestOpened(saleId));
  }, [dispatch, open, saleId]);
  return (
    <DecideSheet
      request={opened.saleId === saleId ? opened.request : null}
      placeholder={
        opened.error ? (
          <ErrorState
            title="The request did not load"
            text={opened.error.message}
            onRetry={() => dispatch(requestOpened(saleId))}
          />
        ) : (
          <Skeleton count={4} />
        )
      }
      isOnOrder
      open={open}
      onClose={onClose}
    />
  );
}
