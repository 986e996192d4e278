import { Globe } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { orderRoutes } from '@contract/money/order-routes';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { paths } from '@/config/paths';
import { getFieldError } from '@/lib/form-error';
import { omitEmpty } from '@/lib/omit-empty';
import { selectSupportsCall } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import type { OrderLine } from '@/store/intents';
import { selectLastPurchases } from '../payment-slice';
import type { Delivery } from '../purchase';
import { selectQuote } from '../quote-slice';
import { CartForm } from './cart-form';
import { LineByLineForm } from './line-by-line-form';

/** The chosen delivery address. The address book belongs to another feature. */
export interface ChosenAddress {
  id: string;
  countryCode: string | null;
  country: string;
}

export type AddressChoice = ComponentType<{
  chosenId: string | undefined;
  /** Also called with the preselected address; with null if there is none. */
  onChoose(address: ChosenAddress | null): void;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  problem?: string | undefined;
}>;

interface OrderFormProps {
  lines: OrderLine[];
  addressChoice: AddressChoice | undefined;
}

/** ux.md SH-1 to SH-5. */
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
