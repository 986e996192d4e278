import { Badge } from '@/components/basic/badge';
import type { SubscriptionPhase } from '../subscription-view';

const words = {
  renewing: { text: 'Active', tone: 'success' },
  late: { text: 'Payment failed', tone: 'danger' },
  ending: { text: 'Ending', tone: 'warn' },
  ended: { text: 'Ended', tone: 'plain' },
} as const;

/** Where a subscription stands, in a word. */
export function PhaseBadge({ phase }: { phase: SubscriptionPhase }) {
  return <Badge tone={words[phase].tone}>{words[phase].text}</Badge>;
}
