import { CreditCard } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { Note } from '@/components/basic/note';
import { useAppDispatch } from '@/store/hooks';
import { cardAddRequested } from '../checkout-slice';
import { CardInputs } from './card-inputs';
import { EmailPrompt, useNeedsEmail } from './email-prompt';
import { gatewayAsks, useCardEntryWay } from '../use-card-entry-way';
import { useCardEntry } from './use-card-entry';
import styles from './checkout.module.css';

interface CardFormProps {
  /** Offers to make it the card that is used first. */
  canBeDefault?: boolean;
}

/** A new card by itself, to be kept. Where it pays something, the button that pays saves it, too. */
export function CardForm(props: CardFormProps) {
  const needsEmail = useNeedsEmail();
  const way = useCardEntryWay();
  if (way === 'none') return <Note icon={CreditCard}>{gatewayAsks}</Note>;
  return needsEmail ? <EmailPrompt /> : <Form {...props} />;
}

function Form({ canBeDefault }: CardFormProps) {
  const dispatch = useAppDispatch();
  const entry = useCardEntry();
  const [isDefault, setIsDefault] = useState(false);

  const save = async () => {
    const card = await entry.tokenize();
    if (card) dispatch(cardAddRequested({ ...card, ...(isDefault && { isDefault }) }));
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };

  return (
    <form className={styles.parts} onSubmit={handleSubmit} noValidate aria-label="New card">
      <CardInputs {...entry} />
      {canBeDefault && (
        <Check
          label="Make this my default card"
          checked={isDefault}
          onChange={(event) => setIsDefault(event.target.checked)}
        />
      )}
      <Button type="submit" variant="primary" size="lg" block busy={entry.isBusy} busyLabel="Saving the card">
        Save card
      </Button>
    </form>
  );
}
