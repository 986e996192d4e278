import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { ChoiceCard } from '@/components/choice-card';
import { ErrorState } from '@/components/error-state';
import { Skeleton } from '@/components/skeleton';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { cardFormOpened, cardsRequested, selectCheckout, type Card } from '../checkout-slice';
import { CardForm } from './card-form';
import { cardExpiry, cardName } from './card-names';

/** The card a payment is made with: the default one until another is chosen or added. */
export interface CardChoice {
  card: Card | undefined;
  choose(id: string): void;
  isAdding: boolean;
  setIsAdding(isAdding: boolean): void;
}

/** What the reader chose of the saved cards; a card that was just added is chosen. */
export function useCardChoice(): CardChoice {
  const { cards, cardForm } = useAppSelector(selectCheckout);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  useEffect(() => {
    if (cardForm.addedId === null) return;
    setChosenId(cardForm.addedId);
    setIsAdding(false);
  }, [cardForm.addedId]);
  const card =
    cards.list.find(({ _id }) => _id === chosenId) ?? cards.list.find(({ isDefault }) => isDefault) ?? cards.list[0];
  return { card, choose: setChosenId, isAdding: isAdding || cards.list.length === 0, setIsAdding };
}

/** Saved cards to choose from, or the form for a new one right here. */
export function PayWith({ card, choose, isAdding, setIsAdding }: CardChoice) {
  const dispatch = useAppDispatch();
  const { list, status } = useAppSelector(selectCheckout).cards;
  if (list.length === 0 && status === 'failed') {
    return <ErrorState title="Your cards did not load" onRetry={() => dispatch(cardsRequested())} />;
  }
  if (list.length === 0 && status !== 'ready') return <Skeleton count={2} />;
  if (isAdding) return <CardForm onCancel={list.length > 0 ? () => setIsAdding(false) : undefined} />;
  return (
    <div className="stack stack--sm">
      <div className="stack stack--sm" role="radiogroup" aria-label="Pay with">
        {list.map((one) => (
          <ChoiceCard
            key={one._id}
            name="pay-with"
            icon={CreditCard}
            label={cardName(one)}
            hint={cardExpiry(one)}
            checked={one._id === card?._id}
            onChange={() => choose(one._id)}
          />
        ))}
      </div>
      <Button
        variant="ghost"
        size="sm"
        block
        onClick={() => {
          dispatch(cardFormOpened());
          setIsAdding(true);
        }}
      >
        Use another card
      </Button>
    </div>
  );
}
