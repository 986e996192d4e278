import { Ticket } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { formatMoney } from '@/lib/format-money';
import { subscribeRequested, unlockRequested, type Payee } from '@/store/intents';
import { useAppDispatch } from '@/store/hooks';
import type { Show } from '../room-state';
import styles from './room.module.css';

interface TicketOfferProps {
  show: Pick<Show, '_id' | 'title' | 'price' | 'audience' | 'ticketFor'>;
  performer: Payee;
}

export function TicketOffer({ show, performer }: TicketOfferProps) {
  const dispatch = useAppDispatch();
  const price = show.price ?? 0;
  const isFreeForSubscribers = show.audience === 'subscribers' && show.ticketFor === 'others';
  const buy = () => {
    const item = { target: 'stream', id: show._id, price, title: show.title, performer } as const;
    dispatch(unlockRequested(item));
  };
  return (
    <div className={styles.ticket}>
      <Icon of={Ticket} size={32} />
      <p className="strong">You need a ticket for this show</p>
      <p className="sm">
        One payment. It is for this show only.{isFreeForSubscribers && ' Subscribers watch without a ticket.'}
      </p>
      <Button variant="primary" onClick={buy}>
        Buy ticket for {formatMoney(price)}
      </Button>
      {isFreeForSubscribers && <Button onClick={() => dispatch(subscribeRequested({ performer }))}>Subscribe</Button>}
    </div>
  );
}
