import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { CreditCard } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Check } from '@/components/form/check';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { Avatar } from '@/components/people/avatar';
import { selectIsClosing } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { OrderLine } from '@/store/intents';
import { selectIsBankWindowOpen } from '../bank-window';
import { cardAddRequested, selectCardForm } from '../card-form-slice';
import type { NewCard } from '../cards-slice';
import { bankAnswered, getMoneyText, selectIsRunning, selectPayment, type PaymentState } from '../payment-slice';
import { selectIsCheckoutOpen, selectIntent, intentClosed } from '../intent-feature';
import type { CheckoutIntent } from '../checkout-intent';
import { GATEWAY_PAGE_TEXT, useCardEntryWay } from '../cards';
import { getDoneText } from '../purchase-words';
import { BankChallenge } from './bank-challenge';
import { OwnedNote } from './owned-note';
import { PurchaseDone } from './purchase-done';
import { PurchaseFailed } from './purchase-failed';
import { PurchaseUnknown } from './purchase-unknown';
import { OrderForm, type AddressChoice } from './order-form';
import { PlatformForm, SubscribeForm } from './subscribe-form';
import { TipForm, UnlockForm } from './wallet-forms';
import { TopUpForm } from './top-up-form';
import { CardInputs } from './card-inputs';
import { EmailPrompt, useNeedsEmail } from './email-prompt';
import { ExpressFormContext } from './express-buttons';
import { useCardEntry } from './use-card-entry';

interface CheckoutHostProps {
  /** Shown instead of any form while the account is closing, because it cannot pay then. */
  keepAccount?: ReactNode;
  addressChoice?: AddressChoice;
}

export function CheckoutHost({ keepAccount, addressChoice }: CheckoutHostProps) {
  const dispatch = useAppDispatch();
  const { events } = useRouter();
  const intent = useAppSelector(selectIntent);
  const isOpen = useAppSelector(selectIsCheckoutOpen);
  const payment = useAppSelector(selectPayment);
  const isRunning = useAppSelector(selectIsRunning);
  const isBankWindowOpen = useAppSelector(selectIsBankWindowOpen);
  const { siteName } = useAppSelector(selectSettings);
  const close = () => void dispatch(intentClosed());
  const closeOnLeave = useEffectEvent(close);

  useEffect(() => {
    const leave = () => closeOnLeave();
    events.on('routeChangeStart', leave);
    return () => events.off('routeChangeStart', leave);
  }, [events]);

  const { addedId } = useAppSelector(selectCardForm);
  const isCardSaved = intent?.kind === 'card' && addedId !== null;
  useEffect(() => {
    if (isCardSaved) closeOnLeave();
  }, [isCardSaved]);

  if (!intent) return null;
  const { title, subtitle, lead } = getHead(intent, payment, siteName);
  // Not locked during a redirect, because the browser can return to this page from the gateway.
  const isLocked = isRunning && (payment.step === 'recovering' || (payment.step === 'paying' && !payment.isSlow));
  return (
    <Sheet
      open={isOpen && !isBankWindowOpen}
      onClose={close}
      title={title}
      subtitle={subtitle}
      lead={lead}
      locked={isLocked}
    >
      <PaymentStep intent={intent} payment={payment} keepAccount={keepAccount} addressChoice={addressChoice} />
    </Sheet>
  );
}

interface PaymentStepProps extends CheckoutHostProps {
  intent: CheckoutIntent;
  payment: PaymentState;
}

function PaymentStep({ intent, payment, keepAccount, addressChoice }: PaymentStepProps) {
  const dispatch = useAppDispatch();
  const isClosing = useAppSelector(selectIsClosing);
  switch (payment.step) {
    case 'choosing':
      return isClosing ? keepAccount : <IntentForm intent={intent} addressChoice={addressChoice} />;
    case 'paying':
    case 'redirected':
    case 'recovering':
      return <IntentForm intent={intent} addressChoice={addressChoice} />;
    case 'bank':
      return (
        <BankChallenge
          sum={payment.transaction.totalPrice}
          busy={payment.isAnswered}
          onAnswer={(answer) => dispatch(bankAnswered(answer))}
        />
      );
    case 'unknown':
      return <PurchaseUnknown attempt={payment.attempt} />;
    case 'done':
      return <PurchaseDone intent={intent} receipt={payment.receipt} />;
    case 'failed':
      return <PurchaseFailed attempt={payment.attempt} reason={payment.reason} />;
    case 'owned':
      return <OwnedNote text={`You already own this. ${getMoneyText(payment.attempt)}`} />;
  }
}

function IntentForm({ intent, addressChoice }: Pick<PaymentStepProps, 'intent' | 'addressChoice'>) {
  switch (intent.kind) {
    case 'unlock':
      return <UnlockForm item={intent.item} />;
    case 'order':
      return <OrderForm lines={intent.lines} addressChoice={addressChoice} />;
    case 'tip':
      return <TipForm intent={intent} />;
    case 'subscribe':
      return <SubscribeForm intent={intent} />;
    case 'topUp':
      return <TopUpForm />;
    case 'platform':
      return <PlatformForm />;
    case 'card':
      return <CardForm />;
  }
}

interface Head {
  title: string;
  subtitle?: string;
  lead?: ReactNode;
}

function getHead(intent: CheckoutIntent, payment: PaymentState, siteName: string): Head {
  switch (payment.step) {
    case 'done':
      return { title: getDoneText(payment.receipt.purchase).title };
    case 'bank':
      return { title: 'Confirm with your bank' };
    case 'unknown':
      return { title: 'No answer yet' };
    case 'failed': {
      const { code } = payment.reason;
      if (code === 'EMAIL_NOT_VERIFIED') return { title: 'One more step' };
      return { title: code === 'CARD_DECLINED' ? 'Your card was declined' : 'This did not work' };
    }
    default:
      return getIntentHead(intent, siteName);
  }
}

function getIntentHead(intent: CheckoutIntent, siteName: string): Head {
  switch (intent.kind) {
    case 'unlock':
      return { title: intent.item.title, subtitle: `by ${intent.item.performer.name}` };
    case 'order':
      return { title: 'Checkout', subtitle: describeOrder(intent.lines) };
    case 'tip':
      return {
        title: `Tip ${firstName(intent.performer.name)}`,
        subtitle: `${firstName(intent.performer.name)} will see your name`,
        lead: face(intent.performer),
      };
    case 'subscribe':
      return {
        title: `Subscribe to ${firstName(intent.performer.name)}`,
        // Does not say how many posts: the creator's count includes posts for sale.
        subtitle: `Opens everything ${firstName(intent.performer.name)} posts for subscribers`,
        lead: face(intent.performer),
      };
    case 'topUp':
      return { title: 'Top up your wallet' };
    case 'platform':
      return { title: `Subscribe to ${siteName}`, subtitle: 'Opens everything creators post for site members' };
    case 'card':
      return { title: 'Add a card' };
  }
}

function describeOrder(lines: OrderLine[]): string {
  const names = [...new Set(lines.map(({ performer }) => performer.name))];
  const count = pluralise(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'item',
  );
  return names.length === 1 ? `${count} from ${names[0]}` : `${count} from ${names.length} creators, paid once`;
}

const firstName = (name: string) => name.split(' ')[0] ?? name;
const face = ({ name, avatar }: { name: string; avatar: string }) => <Avatar name={name} src={avatar} />;

export function CardForm() {
  const needsEmail = useNeedsEmail();
  const way = useCardEntryWay();
  if (way === 'none') return <Note icon={CreditCard}>{GATEWAY_PAGE_TEXT}</Note>;
  return needsEmail ? <EmailPrompt /> : <NewCardForm />;
}

function NewCardForm() {
  const dispatch = useAppDispatch();
  const entry = useCardEntry();
  const [isDefault, setIsDefault] = useState(false);
  const saveCard = (card: NewCard) => void dispatch(cardAddRequested({ ...card, ...(isDefault && { isDefault }) }));
  const save = async () => {
    const card = await entry.tokenize();
    if (card) saveCard(card);
  };
  return (
    <Form className="stack stack--lg" onSubmit={() => void save()} checksItself aria-label="New card">
      <ExpressFormContext value={{ due: entry.isBusy ? null : 0, applyTypedCoupon: () => false, submit: saveCard }}>
        <CardInputs {...entry} />
      </ExpressFormContext>
      <Check
        label="Make this my default card"
        checked={isDefault}
        onChange={(event) => setIsDefault(event.target.checked)}
      />
      <FormFoot failure={entry.refusal}>
        <Button type="submit" variant="primary" size="lg" block busy={entry.isBusy} busyLabel="Saving the card">
          Save card
        </Button>
      </FormFoot>
    </Form>
  );
}
