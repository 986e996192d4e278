import { useEffect, useEffectEvent, useState } from 'react';
import { Wallet } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Sheet } from '@/components/layout/sheet';
import { TickList } from '@/components/list/tick-list';
import { Avatar } from '@/components/people/avatar';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { topUpRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { seatWanted } from '../seat-slice';
import { selectIsToppingUp, selectSeatRequest, type SeatWish } from '../seat-state';
import { countMinutes, SeatFigures } from './seat-figures';

interface SeatSheetProps extends Omit<SeatWish, 'note'> {
  name: string;
  avatar: string;
  open: boolean;
  onClose: () => void;
  onRepriced: () => void;
}

const MAX_NOTE = 500;

/** Requests a private show or a seat in a group show. The request itself charges nothing. */
export function SeatSheet({ name, avatar, open, onClose, onRepriced, ...wish }: SeatSheetProps) {
  const dispatch = useAppDispatch();
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const { status, error } = useAppSelector(selectSeatRequest);
  const isToppingUp = useAppSelector(selectIsToppingUp);
  const [note, setNote] = useState('');
  const { type, price } = wish;
  const first = name.split(' ')[0] ?? name;
  const isShort = wallet < price;
  const isRepriced = error?.code === 'PRICE_CHANGED';
  const reprice = useEffectEvent(onRepriced);
  useEffect(() => {
    if (isRepriced) reprice();
  }, [isRepriced]);
  return (
    <Sheet
      open={open && !isToppingUp}
      onClose={onClose}
      title={type === 'private' ? `Private show with ${first}` : `Group show with ${first}`}
      lead={<Avatar name={name} src={avatar} />}
      locked={status === 'pending'}
    >
      <Form
        className="stack stack--lg"
        onSubmit={() => void dispatch(seatWanted({ ...wish, note: note.trim() }))}
        aria-label={type === 'private' ? 'Private show' : 'Group show'}
      >
        <SeatFigures
          figures={[
            { label: 'A minute', value: formatMoney(price) },
            { label: 'Your wallet', value: formatMoney(wallet) },
            { label: 'That is', value: `${countMinutes(wallet, price)} min` },
          ]}
        />
        {type === 'private' && (
          <Field label="What would you like?" optional>
            <Input maxLength={MAX_NOTE} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        )}
        <TickList
          items={[
            `You pay ${formatMoney(price)} at the start of each minute`,
            `It ends by itself when your wallet has less than ${formatMoney(price)}`,
          ]}
        />
        <FormFoot
          failure={isRepriced ? null : error}
          notes={
            isRepriced && (
              <Note icon={Wallet} tone="warn">
                The price changed. It is {formatMoney(price)} a minute now. You were not charged.
              </Note>
            )
          }
        >
          {isShort ? (
            <>
              <p className="sm ink-2 center">You need {formatMoney(price)} for the first minute.</p>
              <Button variant="primary" size="lg" block onClick={() => dispatch(topUpRequested({ next: 'seat' }))}>
                Top up
              </Button>
            </>
          ) : (
            <Button
              type="submit"
              variant="primary"
              size="lg"
              block
              busy={status === 'pending'}
              busyLabel={type === 'private' ? 'Asking' : 'Joining'}
            >
              {type === 'private' ? `Ask ${first}` : `Join for ${formatMoney(price)} a minute`}
            </Button>
          )}
          <p className="xs muted center">
            {type === 'private'
              ? `Nothing is charged until ${first} accepts.`
              : `The first minute is charged when you join.`}{' '}
            {!isShort && `Your wallet lasts ${pluralise(countMinutes(wallet, price), 'minute')}.`}
          </p>
        </FormFoot>
      </Form>
    </Sheet>
  );
}
