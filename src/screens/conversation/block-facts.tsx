import { Info } from 'lucide-react';
import { useEffect } from 'react';
import { Note } from '@/components/basic/note';
import { useNow } from '@/components/hooks/use-now';
import { fanRequested, selectFan, selectSupportsFans, type Fan } from '@/features/identity/fan/fan-feature';
import { hasTimeLeft } from '@/features/money/subscriber/subscriber-words';
import { formatDay, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** For the creator, before they block a fan: what holds for what that fan paid for, and who is told. */
export function BlockFacts({ userId }: { userId: string }) {
  const dispatch = useAppDispatch();
  const fan = useAppSelector(selectFan(userId));
  const isServed = useAppSelector(selectSupportsFans);
  const now = useNow();
  useEffect(() => void (isServed && dispatch(fanRequested({ userId }))), [dispatch, isServed, userId]);
  if (!isServed) return <p className="sm muted">We don’t tell them.</p>;
  const lines = fan ? getLines(fan, now ?? Date.parse(fan.subscription?.updatedAt ?? '')) : [];
  return (
    <Note icon={Info}>
      {lines.length > 0
        ? [...lines, 'We’ll tell them this.'].join(' ')
        : 'If they paid you for something, what they bought stays open to them, and we tell them so. Otherwise we don’t tell them.'}
    </Note>
  );
}

function getLines({ subscription, purchases }: Fan, now: number): string[] {
  const lines: string[] = [];
  if (subscription && hasTimeLeft(subscription, now)) {
    const day = formatDay(subscription.expiredAt, { now, timeZone: VIEWER_TIME_ZONE });
    const kind = subscription.subscriptionType === 'free' ? 'free trial' : 'subscription';
    lines.push(`They lose access to your page now. Their ${kind} ends on ${day} and won’t renew. Nothing is refunded.`);
  }
  if (purchases > 0) lines.push('What they bought once stays open to them.');
  return lines;
}
