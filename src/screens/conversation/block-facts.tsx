import { Info } from 'lucide-react';
import { useEffect } from 'react';
import { Note } from '@/components/basic/note';
import { Check } from '@/components/form/check';
import { useNow } from '@/components/hooks/use-now';
import { refundRestChosen, selectBlock } from '@/features/identity/block/block-feature';
import { fanRequested, selectFan, selectSupportsFans, type Fan } from '@/features/identity/fan/fan-feature';
import { restRequested, selectRest } from '@/features/money/refund/rest-feature';
import { hasTimeLeft } from '@/features/money/subscriber/subscriber-words';
import { formatDay } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/**
 * Before a creator blocks a fan, says how that affects what the fan has paid for. Offers to refund the unused part of a paid
 * subscription.
 */
export function BlockFacts({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  const fan = useAppSelector(selectFan(userId));
  const isServed = useAppSelector(selectSupportsFans);
  const { refund, blocking } = useAppSelector(selectBlock);
  const hasPriceChanged = blocking.error?.code === 'PRICE_CHANGED';
  const rest = useAppSelector(selectRest(userId));
  const now = useNow();
  useEffect(() => void (isServed && dispatch(fanRequested({ userId }))), [dispatch, isServed, userId]);
  const isSubscribed = Boolean(fan?.subscription);
  useEffect(() => {
    dispatch(refundRestChosen(null));
    if (isSubscribed) dispatch(restRequested({ userId }));
  }, [dispatch, isSubscribed, userId]);
  const amount = rest?.amount ?? 0;
  // The refund is preselected, so that keeping the money is a deliberate choice.
  useEffect(() => {
    if (amount > 0 && !hasPriceChanged) dispatch(refundRestChosen(amount));
  }, [dispatch, amount, hasPriceChanged]);
  useEffect(() => {
    if (!hasPriceChanged) return;
    dispatch(refundRestChosen(null));
    dispatch(restRequested({ userId }));
  }, [dispatch, hasPriceChanged, userId]);
  if (!isServed) return <p className="sm muted">We don’t tell them.</p>;
  const lines = fan ? getLines(fan, { now: now ?? Date.parse(fan.subscription?.updatedAt ?? ''), refund }) : [];
  return (
    <div className="stack">
      <Note icon={Info}>
        {lines.length > 0
          ? [...lines, 'We’ll tell them this.'].join(' ')
          : 'If they paid you for something, what they bought stays open to them, and we tell them so. Otherwise we don’t tell them.'}
      </Note>
      {rest && rest.amount > 0 && (
        <Check
          label={`Also refund the rest (${formatMoney(rest.amount)}), of which ${formatMoney(rest.takes)} comes from your earnings`}
          checked={refund !== null}
          onChange={(event) => dispatch(refundRestChosen(event.target.checked ? rest.amount : null))}
        />
      )}
    </div>
  );
}

/** @param refund amount that goes back to the card; null if the subscription runs until its end */
function getLines({ subscription, purchases }: Fan, { now, refund }: { now: number; refund: number | null }): string[] {
  const lines: string[] = [];
  if (subscription && hasTimeLeft(subscription, now)) {
    const day = formatDay(subscription.expiredAt, { now, timeZone: 'UTC' });
    const kind = subscription.subscriptionType === 'free' ? 'free trial' : 'subscription';
    lines.push(
      refund === null
        ? `They lose access to your page now. Their ${kind} ends on ${day} and won’t renew. Nothing is refunded.`
        : `They lose access to your page now. Their ${kind}, paid until ${day}, ends now, and ${formatMoney(refund)} goes back to their card.`,
    );
  }
  if (purchases > 0) lines.push('What they bought once stays open to them.');
  return lines;
}
