import { FlaskConical } from 'lucide-react';
import { type ComponentProps, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Note } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { useRetryOnReconnect } from '@/components/hooks/use-retry-when-back';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import type { StripeCard } from '@/services/stripe-card';
import { useAppSelector } from '@/store/hooks';
import { brandName, type CardFields } from '../card-number';
import { ExpressButtons } from './express-buttons';
import type { CardEntry } from './use-card-entry';
import styles from './checkout.module.css';

/** The card form. Errors of fields are shown beside them; the error of a rejected card is in the form's foot. */
export function CardInputs(entry: CardEntry) {
  return (
    <>
      {entry.way === 'stripe' ? <StripeField entry={entry} /> : <TypedCard {...entry} />}
      <CardField
        of="name"
        entry={entry}
        label="Name on the card"
        name="ccname"
        autoComplete="cc-name"
        maxLength={200}
      />
    </>
  );
}

function TypedCard(entry: CardEntry) {
  const brand = brandName(entry.fields.number);
  const digits = { entry, inputMode: 'numeric', className: 'num' } as const;
  return (
    <>
      {entry.way === 'sandbox' && <SandboxCards />}
      <CardField
        of="number"
        label="Card number"
        name="cardnumber"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        trail={brand ? <span className="xs muted">{brand}</span> : undefined}
        {...digits}
      />
      <div className={styles.two}>
        <CardField
          of="exp"
          label="Expires"
          name="cc-exp"
          autoComplete="cc-exp"
          placeholder="MM/YY"
          maxLength={7}
          {...digits}
        />
        <CardField
          of="cvc"
          label="Security code"
          name="cvc"
          autoComplete="cc-csc"
          placeholder="CVC"
          maxLength={4}
          {...digits}
        />
      </div>
    </>
  );
}

interface CardFieldProps extends ComponentProps<typeof Input> {
  of: keyof CardFields;
  entry: CardEntry;
  label: string;
}

const CardField = ({ of, entry: { fields, set, problems }, label, ...input }: CardFieldProps) => (
  <Field label={label} error={problems[of]}>
    <Input {...input} value={fields[of]} onChange={(event) => set(of, event.target.value)} />
  </Field>
);

/** Says that only test cards work here, and lists them. Decisions 5. */
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

const notLoaded = 'The card field did not load. Check your connection and try again.';

/** Stripe's own card field, so that this page never sees the card's data. Above it, the browser's Apple Pay and Google Pay. */
function StripeField({ entry }: { entry: CardEntry }) {
  const { stripePublishableKey: key = '' } = useAppSelector(selectSettings);
  const host = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const [problem, setProblem] = useState<string>();
  const tell = useEffectEvent(entry.onStripeCard);
  const handleTyping = useEffectEvent((found: string | undefined) => {
    setProblem(found);
    entry.clearRefusal();
  });
  // The field needs a connection, so it is loaded again after a reconnect.
  const [tries, setTries] = useState(0);
  useRetryOnReconnect(problem === notLoaded ? () => setTries(tries + 1) : undefined);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    if (tries > 0) setProblem(undefined);
    let card: StripeCard | null = null;
    let isGone = false;
    const { color, fontFamily, fontSize } = getComputedStyle(place);
    const placeholder = getComputedStyle(place).getPropertyValue('--muted') || color;
    const style = { color, fontFamily, fontSize, placeholder };
    void import('@/services/stripe-card')
      .then(({ mountStripeCard }) => mountStripeCard(place, { key, style, onProblem: (found) => handleTyping(found) }))
      .then(
        (mounted) => {
          if (isGone) mounted.destroy();
          else tell((card = mounted));
        },
        () => setProblem(notLoaded),
      );
    return () => {
      isGone = true;
      card?.destroy();
      tell(null);
    };
  }, [key, tries]);
  return (
    <div className={cx('stack stack--sm', styles.stripePart)}>
      <ExpressButtons key={tries} entry={entry} />
      <span id={labelId}>Card</span>
      <div ref={host} role="group" aria-labelledby={labelId} className={styles.stripe} />
      {problem && (
        <p className="xs" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
