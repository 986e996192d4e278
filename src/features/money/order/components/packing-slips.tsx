import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Day } from '@/components/basic/times';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { getPersonName } from '@/lib/person-name';
import { useAppSelector } from '@/store/hooks';
import { getOrderName, isPhysical, type Parcel } from '../order-words';
import styles from './order.module.css';

/** Prints one page per parcel. @returns the print function, and the slips, which are visible only when printing. */
export function usePackingSlips(): [print: (parcels: readonly Parcel[]) => void, slips: ReactNode] {
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  useEffect(() => {
    if (parcels.length === 0) return undefined;
    const end = () => setParcels([]);
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, [parcels]);
  const slips =
    parcels.length > 0 &&
    createPortal(
      <div className={styles.slips} data-paper="alone">
        {parcels.map((parcel) => (
          <PackingSlip key={parcel._id} parcel={parcel} />
        ))}
      </div>,
      document.body,
    );
  return [setParcels, slips];
}

function PackingSlip({ parcel: { orders } }: { parcel: Parcel }) {
  const siteName = useAppSelector(selectSiteName);
  const seller = useAppSelector(selectCurrentUser);
  const sent = orders.filter((order) => isPhysical(order) && order.deliveryStatus !== 'refunded');
  const [first] = sent;
  if (!first) return null;
  return (
    <article className={styles.slip}>
      <header>
        <div>
          <h1>Packing slip</h1>
          <p>
            From {getPersonName(seller, 'creator')} on {siteName}
          </p>
        </div>
        <p className="num">
          {sent.map(({ orderNumber }) => orderNumber).join(', ')}
          <br />
          <Day value={first.createdAt} />
        </p>
      </header>
      <p className="strong">Ship to {getPersonName(first.userInfo, 'fan')}</p>
      <address>{first.deliveryAddress ?? ''}</address>
      {first.phoneNumber && <p>Phone: {first.phoneNumber}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col">Item</th>
          </tr>
        </thead>
        <tbody>
          {sent.map((order) => (
            <tr key={order._id}>
              <td>{order.quantity}</td>
              <td>{getOrderName(order)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {first.userNote && <p className={styles.words}>Note: {first.userNote}</p>}
    </article>
  );
}
