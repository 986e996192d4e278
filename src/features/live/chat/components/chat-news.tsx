import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { getPersonName } from '@/lib/person-name';
import type { ChatMessage } from '../chat-state';

const PAUSE_MS = 10_000;

interface ChatNewsProps {
  messages: readonly ChatMessage[];
  meId: string | undefined;
  isReady: boolean;
}

export function ChatNews({ messages, meId, isReady }: ChatNewsProps) {
  const [said, setSaid] = useState('');
  const heardId = useRef<string | null>(null);
  const tell = useEffectEvent(() => {
    const known = messages.findIndex(({ _id }) => _id === heardId.current);
    const fresh = known < 0 ? [] : messages.slice(known + 1).filter((one) => one.senderId !== meId && !one.isSystem);
    heardId.current = messages.at(-1)?._id ?? null;
    if (fresh.length > 0) setSaid(describe(fresh));
  });
  useEffect(() => {
    if (!isReady) return undefined;
    tell();
    const timer = setInterval(() => tell(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [isReady]);
  return (
    <span className="sr" role="status">
      {said}
    </span>
  );
}

function describe(fresh: readonly ChatMessage[]): string {
  const tips = fresh.filter(({ type }) => type === 'tip').map(describeTip);
  const others = fresh.length - tips.length;
  const [only] = fresh;
  if (fresh.length === 1 && only && tips.length === 0) return `${getPersonName(only.senderInfo, 'fan')}: ${only.text}`;
  return [...tips, ...(others > 0 ? [pluralise(others, 'new chat message')] : [])].join('. ');
}

const describeTip = ({ senderInfo, tipAmount, text }: ChatMessage): string =>
  tipAmount ? `${getPersonName(senderInfo, 'fan')} tipped ${formatMoney(tipAmount)}` : text;
