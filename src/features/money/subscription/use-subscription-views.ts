import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { selectSubscriptions } from './subscription-slice';
import { filterOf, type SubscriptionFilter } from './subscription-state';
import { platformViewOf, viewOf, type SubscriptionView } from './subscription-view';

/** Everything the account subscribes to or did, the site's own first. */
export function useSubscriptionViews(): SubscriptionView[] {
  const { list, platform, asOf: now } = useAppSelector(selectSubscriptions);
  const { siteName, monthlySubscriptionPrice: price } = useAppSelector(selectSettings);
  const own = platformViewOf(platform, { siteName, price, now });
  return [...(own ? [own] : []), ...list.map((row) => viewOf(row, now))];
}

/** How many of them each filter shows. */
export function useSubscriptionCounts(): Record<SubscriptionFilter, number> {
  const counts = { active: 0, ending: 0, ended: 0 };
  for (const { phase } of useSubscriptionViews()) counts[filterOf[phase]] += 1;
  return counts;
}
