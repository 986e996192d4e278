import { FlaskConical } from 'lucide-react';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Note, Problem } from '@/components/basic/note';
import { brandName } from '../card-number';
import { StripeField } from './stripe-field';
import type { CardEntry } from './use-card-entry';
import styles from './checkout.module.css';

/** The fields of a new card, with what is wrong beside each. */
export function CardInputs({ way, onStripeCard, fields, set, problems, refusal }: CardEntry) {
  return (
    <>
      {way === 'stripe' ? (
        <StripeField onReady={onStripeCard} />
      ) : (
        <TypedCard {...{ fields, set, problems }} isSandbox={way === 'sandbox'} />
      )}
      <Field label="Name on the card" error={problems.name}>
        <Input
          name="ccname"
          autoComplete="cc-name"
          maxLength={200}
          value={fields.name}
          onChange={(event) => set('name', event.target.value)}
        />
      </Field>
      <Problem>{refusal}</Problem>
    </>
  );
}

function TypedCard({
  fields,
  set,
  problems,
  isSandbox,
}: Pick<CardEntry, 'fields' | 'set' | 'problems'> & { isSandbox: boolean }) {
  const brand = brandName(fields.number);
  return (
    <>
      {isSandbox && <SandboxCards />}
      <Field label="Card number" error={problems.number}>
        <Input
          name="cardnumber"
          autoComplete="cc-number"
          inputMode="numeric"
          placeholder="0000 0000 0000 0000"
          className="num"
          trail={brand ? <span className="xs muted">{brand}</span> : undefined}
          value={fields.number}
          onChange={(event) => set('number', event.target.value)}
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
            onChange={(event) => set('exp', event.target.value)}
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
            onChange={(event) => set('cvc', event.target.value)}
          />
        </Field>
      </div>
    </>
  );
}

/** Says that no real card belongs here, and which numbers do. Decisions 5. */
function SandboxCards() {
  return (
    <Note icon={FlaskConical}>
      <details>
        <summary>
          <b>Test cards only.</b> No money moves.
        </summary>
        <ul className={`${styles.codes} num`}>
          <li>
            <span>4242 4242 4242 4242</span> <span className="muted">is paid</span>
          </li>
          <li>
            <span>4000 0027 6000 3184</span> <span className="muted">asks for bank confirmation</span>
          </li>
          <li>
            <span>4000 0000 0000 0341</span> <span className="muted">is declined</span>
          </li>
        </ul>
        <p className="xs muted">Any future date and any security code. Never enter a real card.</p>
      </details>
    </Note>
  );
}
