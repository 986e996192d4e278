import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { platformSubscriptionRequested } from '@/store/intents';
import { selectSubscriptions } from '../subscription-feature';
import { useMembershipView } from '../subscription-view';
import { SubscriptionRow } from './subscription-row';
import { CancelSheet } from './subscription-sheets';
import styles from './subscription.module.css';

interface SiteMembershipProps {
  /** If true, it is shown only to accounts without a membership. */
  isOffer?: boolean;
}

/** The site's own subscription; hidden if the site offers none. */
export function SiteMembership({ isOffer = false }: SiteMembershipProps) {
  const isOffered = useAppSelector(selectHasExtension('siteMembers'));
  const { platform, status } = useAppSelector(selectSubscriptions);
  const view = useMembershipView();
  const [isAsking, setIsAsking] = useState(false);
  // During a reload, the old data stays.
  if (!isOffered || !platform || status === 'failed') return null;
  if (isOffer && view && view.phase !== 'ended') return null;
  return (
    <section id="site-membership" className={styles.membership} aria-label="Site membership">
      <div>
        <h2>Site membership</h2>
        <p className="sm ink-2">Opens everything creators post for site members.</p>
      </div>
      {view && !isOffer ? (
        <ul>
          <SubscriptionRow view={view} onCancel={() => setIsAsking(true)} />
        </ul>
      ) : (
        <Offer />
      )}
      <CancelSheet view={view} open={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  );
}

function Offer() {
  const dispatch = useAppDispatch();
  const { siteName, monthlySubscriptionPrice } = useAppSelector(selectSettings);
  return (
    <div className={styles.offer}>
      <div className="row">
        <span className={styles.mark}>
          <Icon of={Sparkles} />
        </span>
        <div>
          <p className="strong">{formatMoney(monthlySubscriptionPrice)} a month</p>
          <p className="sm ink-2">Paid by card. Renews each month until you cancel.</p>
        </div>
      </div>
      <Button aria-label={`Subscribe to ${siteName}`} onClick={() => dispatch(platformSubscriptionRequested())}>
        Subscribe
      </Button>
    </div>
  );
}
