import { CircleAlert, FlaskConical } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/button';
import { Check } from '@/components/check';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { Note } from '@/components/note';
import { selectSettings } from '@/features/settings/settings-slice';
import { tokenizeCard } from '@/services/card-token';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { brandName, checkCard, formatExpiry, groupDigits, type CardFields, type CardProblems } from '../card-number';
import { cardAddRequested, selectCheckout, type NewCard } from '../checkout-slice';
import { EmailPrompt, useNeedsEmail } from './email-prompt';
import styles from './checkout.module.css';

interface CardFormProps {
  /** Back to the saved cards. */
  onCancel?: () => void;
  /** Offers to make it the card that is used first. */
  canBeDefault?: boolean;
}

const empty: CardFields = { number: '', exp: '', cvc: '', name: '' };

/** A new card. What is typed stays in this form and at the tokenization service; the API gets the token. */
export function CardForm(props: CardFormProps) {
  const needsEmail = useNeedsEmail();
  return needsEmail ? <EmailPrompt onCancel={props.onCancel} /> : <Fields {...props} />;
}

function Fields({ onCancel, canBeDefault }: CardFormProps) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectCheckout).cardForm;
  const { paymentGateway } = useAppSelector(selectSettings);
  const [fields, setFields] = useState(empty);
  const [isDefault, setIsDefault] = useState(false);
  const [problems, setProblems] = useState<CardProblems>({});
  const [isTokenizing, setIsTokenizing] = useState(false);
  const [tokenError, setTokenError] = useState<string | null>(null);
  const isBusy = isTokenizing || status === 'pending';

  const set = (name: keyof CardFields, value: string) => {
    setFields({ ...fields, [name]: value });
    setProblems({ ...problems, [name]: undefined });
    setTokenError(null);
  };

  const save = async () => {
    const [month = '', year = ''] = fields.exp.split('/');
    setIsTokenizing(true);
    try {
      const { token, brand, last4 } = await tokenizeCard(fields);
      dispatch(
        cardAddRequested({
          token,
          brand: brand ?? (brandName(fields.number) || 'Card'),
          last4Digits: last4 ?? fields.number.slice(-4),
          month,
          year: `20${year}`,
          holderName: fields.name.trim(),
          paymentGateway: paymentGateway as NewCard['paymentGateway'],
          ...(isDefault && { isDefault }),
        }),
      );
    } catch (failure) {
      setTokenError((failure as Error).message);
    } finally {
      setIsTokenizing(false);
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = checkCard(fields, new Date());
    setProblems(found);
    if (Object.values(found).every((problem) => problem === undefined)) void save();
  };

  const refusal = tokenError ?? (status === 'failed' ? error?.message : null);
  return (
    <form className={styles.parts} onSubmit={handleSubmit} noValidate aria-label="New card">
      <SandboxCards />
      <Field label="Card number" error={problems.number}>
        <Input
          name="cardnumber"
          autoComplete="cc-number"
          inputMode="numeric"
          placeholder="0000 0000 0000 0000"
          className="num"
          trail={brandName(fields.number) ? <span className="xs muted">{brandName(fields.number)}</span> : undefined}
          value={fields.number}
          onChange={(event) => set('number', groupDigits(event.target.value))}
        />
      </Field>
      <div className={styles.two}>
        <Field label="Expires" error={problems.exp}>
          <Input
            name="cc-exp"
            autoComplete="cc-exp"
            inputMode="numeric"
            placeholder="MM/YY"
            className="num"
            maxLength={7}
            value={fields.exp}
            onChange={(event) => set('exp', expiryTyped(fields.exp, event.target.value))}
          />
        </Field>
        <Field label="Security code" error={problems.cvc}>
          <Input
            name="cvc"
            autoComplete="cc-csc"
            inputMode="numeric"
            placeholder="CVC"
            className="num"
            maxLength={4}
            value={fields.cvc}
            onChange={(event) => set('cvc', event.target.value.replace(/\D/g, ''))}
          />
        </Field>
      </div>
      <Field label="Name on the card" error={problems.name}>
        <Input
          name="ccname"
          autoComplete="cc-name"
          maxLength={200}
          value={fields.name}
          onChange={(event) => set('name', event.target.value)}
        />
      </Field>
      {canBeDefault && (
        <Check
          label="Use this card first"
          checked={isDefault}
          onChange={(event) => setIsDefault(event.target.checked)}
        />
      )}
      {refusal && (
        <Note icon={CircleAlert} tone="danger">
          {refusal}
        </Note>
      )}
      <div className="stack stack--sm">
        <Button type="submit" variant="secondary" size="lg" block busy={isBusy} busyLabel="Saving the card">
          Save card
        </Button>
        {onCancel && (
          <Button variant="ghost" size="sm" block onClick={onCancel}>
            Use a saved card
          </Button>
        )}
      </div>
    </form>
  );
}

/** Taking the slash away takes the digit before it along; otherwise it would come back at once. */
function expiryTyped(before: string, typed: string): string {
  return before.endsWith('/') && typed === before.slice(0, -1) ? typed.slice(0, -1) : formatExpiry(typed);
}

/** Says that no real card belongs here, and which numbers do. Decisions 5. */
function SandboxCards() {
  const { sandboxParts } = useAppSelector(selectSettings);
  if (!sandboxParts?.includes('payment')) return null;
  return (
    <Note icon={FlaskConical}>
      <p>
        <b>This site takes test cards only.</b> No money moves; never enter a real card.
      </p>
      <ul className={`${styles.codes} num`}>
        <li>
          <span>4242 4242 4242 4242</span> <span className="muted">is paid</span>
        </li>
        <li>
          <span>4000 0027 6000 3184</span> <span className="muted">the bank asks</span>
        </li>
        <li>
          <span>4000 0000 0000 0341</span> <span className="muted">is declined</span>
        </li>
      </ul>
      <p className="xs muted">Any date ahead, any security code.</p>
    </Note>
  );
}
