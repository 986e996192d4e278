import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { ChoiceCard } from '@/components/form/choice-card';
import { ErrorState } from '@/components/states/error-state';
import { Note } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { cardFormOpened, selectCardForm } from '../card-form-slice';
import { cardsRequested, selectCards, type Card } from '../cards-slice';
import { GATEWAY_PAGE_TEXT, getCardExpiry, getCardName } from '../cards';
import { CardInputs } from './card-inputs';
import { EmailPrompt, useNeedsEmail } from './email-prompt';
import { useCardEntry, type CardEntry } from './use-card-entry';
import styles from './checkout.module.css';

/** The default card, unless another one is chosen or typed. */
export interface CardChoice {
  card: Card | undefined;
  choose(id: string): void;
  isAdding: boolean;
  setIsAdding(isAdding: boolean): void;
  entry: CardEntry;
  isOpen: boolean;
  /** Null if the card has no token yet, or if the gateway asks for the card. */
  token: string | null;
}

export function useCardChoice(): CardChoice {
  const cards = useAppSelector(selectCards);
  const { addedId } = useAppSelector(selectCardForm);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [wantsNew, setWantsNew] = useState(false);
  const entry = useCardEntry();
  const needsEmail = useNeedsEmail();
  useEffect(() => {
    if (addedId === null) return;
    setChosenId(addedId);
    setWantsNew(false);
  }, [addedId]);
  const card =
    cards.list.find(({ _id }) => _id === chosenId) ?? cards.list.find(({ isDefault }) => isDefault) ?? cards.list[0];
  const isAdding = entry.way !== 'none' && (wantsNew || cards.list.length === 0);
  const isOpen = isAdding ? !needsEmail && (wantsNew || cards.status === 'ready') : cards.status !== 'pending';
  const token = isAdding ? null : (card?.token ?? null);
  return { card, choose: setChosenId, isAdding, setIsAdding: setWantsNew, entry, isOpen, token };
}

export function PayWith({ card, choose, isAdding, setIsAdding, entry }: CardChoice) {
  const dispatch = useAppDispatch();
  const needsEmail = useNeedsEmail();
  const { list, status } = useAppSelector(selectCards);
  if (list.length === 0 && entry.way === 'none' && (status === 'ready' || status === 'failed')) {
    return <Note icon={CreditCard}>{GATEWAY_PAGE_TEXT}</Note>;
  }
  if (list.length === 0 && status === 'failed') {
    return <ErrorState title="Your cards did not load" onRetry={() => dispatch(cardsRequested())} />;
  }
  if (list.length === 0 && status !== 'ready') return <Skeleton count={2} />;
  const back =
    list.length > 0
      ? () => {
          entry.clearRefusal();
          setIsAdding(false);
        }
      : undefined;
  if (isAdding && needsEmail) return <EmailPrompt onCancel={back} />;
  if (isAdding) {
    return (
      <div className="stack stack--sm">
        <div className={styles.card} role="group" aria-label="New card">
          <CardInputs {...entry} />
        </div>
        {back && (
          <Button variant="ghost" size="sm" block onClick={back}>
            Use a saved card
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="stack stack--sm">
      <div className="stack stack--sm" role="radiogroup" aria-label="Pay with">
        {list.map((one) => (
          <ChoiceCard
            key={one._id}
            name="pay-with"
            icon={CreditCard}
            label={getCardName(one)}
            hint={getCardExpiry(one)}
            checked={one._id === card?._id}
            onChange={() => {
              entry.clearRefusal();
              choose(one._id);
            }}
          />
        ))}
      </div>
      {entry.way !== 'none' && (
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
      )}
    </div>
  );
}
