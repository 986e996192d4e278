import { Globe } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { roundDollars } from '@contract/base/money';
import { orderRoutes } from '@contract/money/order-routes';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { Field } from '@/components/form/field';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { getFieldError } from '@/lib/form-error';
import { omitEmpty } from '@/lib/omit-empty';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { OrderLine } from '@/store/intents';
import { getMoneyText, selectNewPrice, selectLastPurchases, selectPayment } from '../payment-slice';
import { isOrder, type Delivery, type Purchase } from '../purchase';
import { quoteRequested, selectQuote } from '../quote-slice';
import { Hold } from './hold';
import { LineByLineForm } from './line-by-line-form';
import { Bill, describeChanges, Goods } from './order-bill';
import { PayForm } from './pay-form';
import { PayWith, useCardChoice } from './pay-with';
import { Shortfall } from './top-up-form';
import { WalletTax } from './wallet-tax';
import { getFirstWay, WayToPay, type PayWay } from './way-to-pay';

/** Where something goes; the address book of the account is another feature's. */
export interface ChosenAddress {
  id: string;
  countryCode: string | null;
  country: string;
}

export type AddressChoice = ComponentType<{
  chosenId: string | undefined;
  /** Also of the one that it begins with; null once it is known that there is none. */
  onChoose(address: ChosenAddress | null): void;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Why nothing can be sent to the chosen one. */
  problem?: string | undefined;
}>;

interface OrderFormProps {
  lines: OrderLine[];
  addressChoice: AddressChoice | undefined;
}

/** What is ordered, where it goes, and how it is paid. ux.md SH-1 to SH-5. */
export function OrderForm({ lines, addressChoice: ChooseAddress }: OrderFormProps) {
  const takesCart = useAppSelector(selectSupportsCall(orderRoutes.checkoutOrders));
  const tried = useAppSelector(selectLastPurchases).find((purchase) => 'delivery' in purchase)?.delivery;
  const needsAddress = lines.some(({ isDigital }) => !isDigital);
  const [address, setAddress] = useState<ChosenAddress | null | undefined>(needsAddress ? undefined : null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [phoneNumber, setPhoneNumber] = useState(tried?.phoneNumber ?? '');
  const [userNote, setUserNote] = useState(tried?.userNote ?? '');
  const { status, failure } = useAppSelector(selectQuote);
  const problem = ChooseAddress && status === 'failed' ? getFieldError(failure, 'deliveryAddressId') : undefined;
  const addressId = address === undefined ? tried?.deliveryAddressId : address?.id;
  const delivery: Delivery = omitEmpty({
    deliveryAddressId: addressId,
    phoneNumber: phoneNumber.trim(),
    userNote: userNote.trim(),
  });
  const unsent = lines.filter(({ isDigital, shipsTo }) => !isDigital && !isSentTo(shipsTo, address));
  return (
    <div className="stack stack--lg">
      {needsAddress && ChooseAddress && (
        <ChooseAddress
          chosenId={addressId}
          onChoose={setAddress}
          isOpen={isChoosing}
          onOpenChange={setIsChoosing}
          problem={problem}
        />
      )}
      {!isChoosing && (
        <>
          {needsAddress && (
            <Extras
              {...{ phoneNumber, setPhoneNumber, userNote, setUserNote }}
              isOpen={Boolean(phoneNumber || userNote)}
            />
          )}
          {unsent.length > 0 ? (
            <NotSent lines={unsent} country={address?.country ?? ''} />
          ) : takesCart ? (
            <CartForm
              lines={lines}
              delivery={delivery}
              isReady={!needsAddress || Boolean(addressId)}
              onChangeAddress={problem === undefined ? undefined : () => setIsChoosing(true)}
            />
          ) : (
            <LineByLineForm lines={lines} delivery={delivery} isReady={!needsAddress || Boolean(addressId)} />
          )}
        </>
      )}
    </div>
  );
}

const isSentTo = (countries: string[], address: ChosenAddress | null | undefined): boolean =>
  countries.length === 0 || !address?.countryCode || countries.includes(address.countryCode);

function NotSent({ lines, country }: { lines: OrderLine[]; country: string }) {
  const names = lines.map(({ name }) => name).join(', ');
  const [are, them] = lines.length === 1 ? ['isn’t', 'it'] : ['aren’t', 'them'];
  return (
    <FormFoot
      notes={
        <Note icon={Globe} tone="warn">
          {names} {are} sent to {country}. Choose another address, or remove {them} from your cart.
        </Note>
      }
    >
      <Button block href={paths.cart}>
        Back to the cart
      </Button>
    </FormFoot>
  );
}

interface ExtrasProps {
  phoneNumber: string;
  setPhoneNumber(text: string): void;
  userNote: string;
  setUserNote(text: string): void;
  isOpen: boolean;
}

/** What a seller may be told beside the address; hardly anybody wants to. */
function Extras({ phoneNumber, setPhoneNumber, userNote, setUserNote, isOpen }: ExtrasProps) {
  return (
    <details open={isOpen || undefined}>
      <summary className="link sm">Add a phone number or a note</summary>
      <div className="stack stack--sm">
        <Field label="Phone" optional hint="For the courier. The seller sees it.">
          <Input
            type="tel"
            autoComplete="tel"
            maxLength={40}
            value={phoneNumber}
            onChange={(event) => setPhoneNumber(event.target.value)}
          />
        </Field>
        <Field label="Note to the seller" optional>
          <Input maxLength={1000} value={userNote} onChange={(event) => setUserNote(event.target.value)} />
        </Field>
      </div>
    </details>
  );
}

interface CartFormProps {
  lines: OrderLine[];
  delivery: Delivery;
  /** The address is known, where one is needed. */
  isReady: boolean;
  /** Given where only another address helps, which is said at the address. */
  onChangeAddress: (() => void) | undefined;
}

/** The whole cart at once: its pieces are kept while this shows, and its sum is the server's. */
function CartForm({ lines, delivery, isReady, onChangeAddress }: CartFormProps) {
  const dispatch = useAppDispatch();
  const { status, quote, failure } = useAppSelector(selectQuote);
  const payment = useAppSelector(selectPayment);
  const tried = useAppSelector(selectLastPurchases).find(isOrder);
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const newPrice = useAppSelector(selectNewPrice);
  const choice = useCardChoice();
  const [way, setWay] = useState<PayWay | null>(tried ? (tried.kind === 'order' ? 'wallet' : 'card') : null);
  const { deliveryAddressId } = delivery;
  const hold = () => void dispatch(quoteRequested({ lines, deliveryAddressId }));
  const begin = useEffectEvent((to: string | undefined) => {
    dispatch(quoteRequested({ lines, deliveryAddressId: to }));
  });
  const isOpen = payment.step === 'choosing' && isReady;
  useEffect(() => {
    if (isOpen) begin(deliveryAddressId);
  }, [isOpen, deliveryAddressId]);

  if (!quote) {
    return (
      <>
        {!failure && isReady && <Skeleton count={4} />}
        <PayForm
          label="Pay"
          purchases={[]}
          failure={onChangeAddress ? null : failure}
          instead={
            failure && (
              <Button block busy={status === 'pending'} onClick={onChangeAddress ?? hold}>
                {onChangeAddress ? 'Change the address' : 'Try again'}
              </Button>
            )
          }
        >
          <Goods lines={lines} />
        </PayForm>
      </>
    );
  }
  const { walletTotal, cardTotal } = quote;
  const chosen = way ?? getFirstWay(wallet, walletTotal);
  const total = chosen === 'wallet' ? walletTotal : cardTotal;
  const terms = { lines, delivery };
  const warning =
    payment.step === 'choosing'
      ? describeChanges(lines, quote, { isRefused: newPrice !== undefined, money: getMoneyText(payment) })
      : undefined;
  const isSettled = isReady && status === 'ready';
  const fromWallet: Purchase = { kind: 'order', ...terms, price: walletTotal };
  return (
    <>
      <Hold until={quote.expiresAt} isBusy={status === 'pending'} onRenew={hold} />
      <WayToPay value={chosen} wallet={wallet} onChange={setWay} />
      {chosen === 'wallet' && wallet < walletTotal ? (
        <Shortfall
          what="Your order"
          price={walletTotal}
          wallet={wallet}
          verb="order"
          then={isSettled ? fromWallet : null}
          warning={warning}
          cardTax={quote.tax}
        />
      ) : (
        <PayForm
          label={chosen === 'wallet' ? `Pay ${formatMoney(total)} from wallet` : `Pay ${formatMoney(total)} by card`}
          warning={warning}
          choice={chosen === 'card' ? choice : undefined}
          reason={
            chosen === 'wallet'
              ? `Leaves ${formatMoney(roundDollars(wallet - walletTotal))} in your wallet.`
              : `Nothing renews.${lines.every(({ isDigital }) => isDigital) ? '' : ' You can cancel an order until it ships.'}`
          }
          purchases={
            !isSettled
              ? []
              : [chosen === 'wallet' ? fromWallet : { kind: 'orderByCard', ...terms, cardId: choice.token, total }]
          }
        >
          <Bill quote={quote} withTax={chosen === 'card'} />
          {chosen === 'card' ? <PayWith {...choice} /> : <WalletTax cardTax={quote.tax} />}
        </PayForm>
      )}
    </>
  );
}
