import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { cancelRequested, selectCanResume } from '../subscription-feature';
import type { SubscriptionView } from '../subscription-view';

interface CancelSheetProps {
  /** Stays while the sheet closes. */
  view: SubscriptionView | null;
  open: boolean;
  onClose: () => void;
}

/** The second and last step of cancelling: says when access ends, asks nothing else. ux.md CO-7. */
export function CancelSheet({ view, open, onClose }: CancelSheetProps) {
  const dispatch = useAppDispatch();
  const canResume = useAppSelector(selectCanResume);
  const cancel = () => {
    onClose();
    if (view) dispatch(cancelRequested({ ref: view.ref }));
  };
  return (
    <Sheet open={open} onClose={onClose} title={view ? `Cancel your subscription to ${view.name}?` : ''}>
      <p className="ink-2">
        {view?.isOpen ? (
          <>
            You keep access until{' '}
            <b>
              <Day value={view.ref.until} />
            </b>
            . Nothing more is charged{canResume && ', and you can resume until then'}.
          </>
        ) : (
          'Nothing more is charged. You can subscribe again at any time.'
        )}
      </p>
      <div className="stack stack--sm">
        <Button variant="primary" size="lg" block onClick={cancel}>
          Cancel subscription
        </Button>
        <Button block onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Sheet>
  );
}
