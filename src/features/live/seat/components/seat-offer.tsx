import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { seatRequestClosed } from '../seat-slice';
import { isOpenSeat, selectSeat, type SeatWish } from '../seat-state';
import { countMinutes } from './seat-figures';
import { SeatSheet } from './seat-sheet';
import styles from './seat.module.css';

export interface SeatOfferProps extends Omit<SeatWish, 'note'> {
  name: string;
  avatar: string;
  onGuest: () => void;
  onRepriced: () => void;
}

export function SeatOffer(props: SeatOfferProps) {
  const seat = useAppSelector(selectSeat);
  return isOpenSeat(seat) ? null : <Offer {...props} />;
}

/** Unmounted during a request, so that its sheet stays closed after the answer. */
function Offer({ onGuest, onRepriced, ...offer }: SeatOfferProps) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const wallet = useAppSelector(selectCurrentUser)?.wallet ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  const { type, price } = offer;
  const minutes = countMinutes(wallet, price);
  const lasts = signedIn ? ` With ${formatMoney(wallet)} that is ${pluralise(minutes, 'minute')}.` : '';
  const close = () => {
    setIsOpen(false);
    dispatch(seatRequestClosed());
  };
  return (
    <section className={styles.panel}>
      <div className={styles.words}>
        <h2 className={styles.title}>{type === 'private' ? 'Ask for a private show' : 'Join the group show'}</h2>
        <p className={cx('sm muted num', styles.shortTerms)}>{formatMoney(price)} a minute</p>
        <p className={cx('sm muted', styles.terms)}>
          {formatMoney(price)} a minute from your wallet.{lasts} You see the cost as it runs and can stop at any time.
        </p>
      </div>
      <Button variant="primary" onClick={() => (signedIn ? setIsOpen(true) : onGuest())}>
        {type === 'private' ? 'Request private show' : 'Join'}
      </Button>
      <SeatSheet {...offer} open={isOpen} onClose={close} onRepriced={onRepriced} />
    </section>
  );
}
