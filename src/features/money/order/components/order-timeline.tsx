import { ExactTime, Day } from '@/components/basic/times';
import { Timeline } from '@/components/list/timeline';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectKeepsSteps } from '../order-support';
import { getPromisedDay, getSums, getTracking, isPhysical, type OrderDetails, type Parcel } from '../order-words';

type OrderEvent = NonNullable<OrderDetails['timeline']>[number];

const titles: Record<OrderEvent['kind'], string> = {
  ordered: 'Ordered',
  packed: 'Packed',
  shipped: 'Shipped',
  tracking: 'Tracking changed',
  address: 'Address changed',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
};

type Step = Parameters<typeof Timeline>[0]['steps'][number];

/** Past and future steps; derived from the status if the backend sends no timeline. */
export function OrderTimeline({ order, parcel }: { order: OrderDetails; parcel: Parcel }) {
  const keepsSteps = useAppSelector(selectKeepsSteps);
  const done = order.timeline ? order.timeline.map((event) => toStep(event, order, parcel)) : guessSteps(order, parcel);
  const ahead = listAhead(order, parcel, keepsSteps);
  const last = done.at(-1);
  if (last && ahead.length > 0) last.tone = 'now';
  return <Timeline steps={[...done, ...ahead]} />;
}

function toStep({ kind, detail, createdAt, refunded }: OrderEvent, order: OrderDetails, parcel: Parcel): Step {
  const isBack = kind === 'cancelled' || kind === 'refunded';
  const back = refunded?.amount ?? order.totalPrice;
  const amount = kind === 'ordered' ? getSums(parcel.orders).total : isBack ? back : null;
  const what = refunded && parcel.orders.length > 1 ? `: ${refunded.name}` : '';
  return {
    title: `${titles[kind] ?? kind}${what}`,
    note: (
      <>
        <ExactTime value={createdAt} />
        {detail && <span className="block">{detail}</span>}
      </>
    ),
    ...(amount !== null && { amount: formatMoney(isBack ? -amount : amount) }),
    ...(isBack && { tone: 'bad' }),
  };
}

/** From the status alone, only the day of the order is known. */
function guessSteps(order: OrderDetails, parcel: Parcel): Step[] {
  const { deliveryStatus, createdAt } = order;
  const tracking = getTracking([order]);
  const steps: Step[] = [
    { title: titles.ordered, note: <ExactTime value={createdAt} />, amount: formatMoney(getSums(parcel.orders).total) },
  ];
  if (isPhysical(order) && (deliveryStatus === 'shipping' || (deliveryStatus === 'delivered' && tracking)))
    steps.push({ title: titles.shipped, note: tracking?.code });
  if (deliveryStatus === 'delivered') steps.push({ title: titles.delivered });
  if (deliveryStatus === 'refunded')
    steps.push({ title: titles.refunded, amount: formatMoney(-order.totalPrice), tone: 'bad' });
  return steps;
}

function listAhead(order: OrderDetails, parcel: Parcel, keepsSteps: boolean): Step[] {
  const { deliveryStatus, packedAt } = order;
  if (!isPhysical(order) || (deliveryStatus !== 'processing' && deliveryStatus !== 'shipping')) return [];
  const by = (until: 'packed' | 'delivered') => {
    const day = getPromisedDay(parcel.orders, until);
    return (
      day && {
        note: (
          <>
            by <Day value={day} />
          </>
        ),
      }
    );
  };
  return [
    ...(deliveryStatus === 'processing' && keepsSteps && !packedAt
      ? [{ title: titles.packed, ahead: true, ...by('packed') }]
      : []),
    ...(deliveryStatus === 'processing' ? [{ title: titles.shipped, ahead: true }] : []),
    { title: titles.delivered, ahead: true, ...by('delivered') },
  ];
}
