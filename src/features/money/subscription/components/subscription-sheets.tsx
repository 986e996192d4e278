import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { cancelRequested, selectCanResume, cardChangeRequested, type SavedCard } from '../subscription-feature';
import type { SubscriptionView } from '../subscription-view';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { ChoiceCard } from '@/components/form/choice-card';

interface CancelSheetProps {
  view: SubscriptionView | null;
  open: boolean;
  onClose: () => void;
}

/** The second and last step of canceling. ux.md CO-7. */
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
              <Day value={view.ref.until} isUtc />
            </b>
            . Nothing more is charged{canResume && ', and you can renew until then'}.
          </>
        ) : (
          'Nothing more is charged. You can subscribe again at any time.'
        )}
      </p>
      <FormFoot>
        <div className="stack stack--sm">
          <Button variant="primary" size="lg" block onClick={cancel}>
            Cancel subscription
          </Button>
          <Button block onClick={onClose}>
            Keep it
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}

interface ChangeCardSheetProps {
  view: SubscriptionView | null;
  open: boolean;
  onClose: () => void;
  cards: readonly SavedCard[];
  onAddCard?: () => void;
}

export function ChangeCardSheet({ view, open, onClose, cards, onAddCard }: ChangeCardSheetProps) {
  const dispatch = useAppDispatch();
  const [token, setToken] = useState<string | null>(null);
  const chosen = cards.find((card) => card.token === token) ?? cards.find(({ name }) => name === view?.cardName);
  const close = () => {
    setToken(null);
    onClose();
  };
  const change = () => {
    if (view && chosen) dispatch(cardChangeRequested({ ref: view.ref, card: chosen }));
    close();
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={view ? `Renew ${view.name} from` : ''}
      subtitle={view?.phase === 'late' ? 'We’ll charge it now.' : 'You won’t be charged now.'}
    >
      {cards.length > 0 && (
        <div className="stack stack--sm" role="radiogroup" aria-label="Card">
          {cards.map((card) => (
            <ChoiceCard
              key={card.token}
              name="renew-from"
              icon={CreditCard}
              label={card.name}
              hint={card.expiry}
              checked={card.token === chosen?.token}
              onChange={() => setToken(card.token)}
            />
          ))}
        </div>
      )}
      <FormFoot>
        <div className="stack stack--sm">
          {cards.length > 0 && (
            <Button variant="primary" size="lg" block disabled={!chosen} onClick={change}>
              {chosen ? `Renew from ${chosen.name}` : 'Choose a card'}
            </Button>
          )}
          {onAddCard && (
            <Button
              block
              icon={Plus}
              onClick={() => {
                close();
                onAddCard();
              }}
            >
              Add a card
            </Button>
          )}
        </div>
      </FormFoot>
    </Sheet>
  );
}
