import { MapPin } from 'lucide-react';
import { useEffect } from 'react';
import { paymentRoutes } from '@contract/money/payment-routes';
import { Note } from '@/components/basic/note';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { addressTyped, selectAddresses, type CheckedAddress } from '../address-feature';

interface AddressCheckNoteProps {
  typed: CheckedAddress;
  onUse: (address: CheckedAddress) => void;
}

/** Result of the address check. The address can be saved in any case. */
export function AddressCheckNote({ typed, onUse }: AddressCheckNoteProps) {
  const dispatch = useAppDispatch();
  const isServed = useAppSelector(selectSupportsCall(paymentRoutes.validateTaxAddress));
  const { check } = useAppSelector(selectAddresses);
  const { line1, city, region, postalCode, country } = typed;
  useEffect(() => {
    if (isServed) dispatch(addressTyped({ line1, city, region, postalCode, country }));
  }, [dispatch, isServed, line1, city, region, postalCode, country]);
  const names = Object.keys(typed) as (keyof CheckedAddress)[];
  const isCurrent = check !== null && names.every((name) => check.typed[name] === typed[name]);
  const { messages, suggestion } = isCurrent && isServed ? check : { messages: [], suggestion: null };
  return (
    <div role="status">
      {messages.length > 0 && <Note icon={MapPin}>{messages.join(' ')} You can still save this address.</Note>}
      {suggestion && (
        <Note icon={MapPin}>
          Did you mean {writeLine(suggestion)}?{' '}
          <button type="button" className="link" onClick={() => onUse(suggestion)}>
            Use this address
          </button>
        </Note>
      )}
    </div>
  );
}

const writeLine = ({ line1, city, region, postalCode }: CheckedAddress): string =>
  [line1, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
