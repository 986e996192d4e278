import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Icon } from '@/components/basic/icon';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { Skeleton } from '@/components/basic/skeleton';
import { cx } from '@/lib/cx';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  cardDeleteRequested,
  cardsRequested,
  defaultCardRequested,
  selectCards,
  selectSupportsSavedCards,
  type Card,
} from '../cards-slice';
import { addCardRequested } from '../intent-feature';
import { getCardExpiry, getCardName, GATEWAY_PAGE_TEXT, useCardEntryWay } from '../cards';
import styles from './card-list.module.css';

export function CardList() {
  const dispatch = useAppDispatch();
  const { list, status, error, busyId } = useAppSelector(selectCards);
  const hasDefault = useAppSelector(selectHasExtension('defaultCard'));
  const [leaving, setLeaving] = useState<Card | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const way = useCardEntryWay();
  const keepsCards = useAppSelector(selectSupportsSavedCards);
  const addButton = way !== 'none' && (
    <Button variant="primary" icon={Plus} onClick={() => dispatch(addCardRequested())}>
      Add a card
    </Button>
  );
  const getBusyProps = ({ _id }: Card) => ({
    busy: busyId === _id,
    disabled: busyId !== null && busyId !== _id,
  });
  if (list.length === 0) {
    if (status === 'failed' && keepsCards) {
      return (
        <ErrorState title="Your cards did not load" text={error?.message} onRetry={() => dispatch(cardsRequested())} />
      );
    }
    if (status !== 'ready' && keepsCards) return <Skeleton count={4} />;
    return (
      <EmptyState
        icon={CreditCard}
        title="No card saved"
        text={
          way === 'none'
            ? GATEWAY_PAGE_TEXT
            : 'Add a card to pay with. Its number stays with the payment service, not with us.'
        }
        action={addButton}
      />
    );
  }
  return (
    <>
      <ul className={styles.cards}>
        {list.map((card) => (
          <li key={card._id}>
            <Icon of={CreditCard} />
            <span className="grow">
              <span className={cx('strong num', styles.name)}>
                {getCardName(card)} {card.isDefault && <Badge tone="accent">Default</Badge>}
              </span>
              <span className="xs muted num">
                {getCardExpiry(card)}
                {card.holderName && `, ${card.holderName}`}
              </span>
            </span>
            <span className={styles.actions}>
              {hasDefault && !card.isDefault && (
                <Button
                  size="sm"
                  variant="ghost"
                  {...getBusyProps(card)}
                  aria-label={`Make default: ${getCardName(card)}`}
                  onClick={() => dispatch(defaultCardRequested({ cardId: card._id }))}
                >
                  Make default
                </Button>
              )}
              <Button
                size="sm"
                variant="ghost"
                {...getBusyProps(card)}
                aria-label={`Delete ${getCardName(card)}`}
                onClick={() => {
                  setLeaving(card);
                  setIsAsking(true);
                }}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {addButton}
      <Sheet
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={leaving ? `Delete ${getCardName(leaving)}?` : ''}
      >
        <p className="ink-2">
          {list.length > 1
            ? 'Subscriptions on this card will renew with your next card instead.'
            : 'It’s your only card. Subscriptions can’t renew until you add another.'}
        </p>
        <FormFoot>
          <div className="stack stack--sm">
            <Button
              variant="danger"
              size="lg"
              block
              onClick={() => {
                setIsAsking(false);
                if (leaving) dispatch(cardDeleteRequested({ cardId: leaving._id }));
              }}
            >
              Delete card
            </Button>
            <Button block onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </div>
        </FormFoot>
      </Sheet>
    </>
  );
}
