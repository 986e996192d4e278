import { Sparkles } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Switch } from '@/components/form/switch';
import { PersonRow } from '@/components/people/person-row';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { getLimitProblem, type SpendingLimit } from '@/lib/spending-limit';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { platformSubscriptionRequested, subscribeRequested } from '@/store/intents';
import { resumeRequested, selectCanResume, selectSubscriptions } from '../subscription-feature';
import { getNextPrice, type SubscriptionView } from '../subscription-view';
import { SubscriptionFacts } from './subscription-facts';
import styles from './subscription.module.css';

const planNames = { monthly: 'Monthly', yearly: 'Yearly', free: 'Free trial', system: 'Free from the site' };

interface SubscriptionRowProps {
  view: SubscriptionView;
  /** The fan's own spending limit, which can prevent a renewal. */
  limit?: SpendingLimit | null;
  onCancel: (view: SubscriptionView) => void;
  /** Absent if the card cannot be changed. */
  onChangeCard?: (view: SubscriptionView) => void;
}

/** ux.md AS-6. */
export function SubscriptionRow({ view, limit = null, onCancel, onChangeCard }: SubscriptionRowProps) {
  const dispatch = useAppDispatch();
  const { busyId } = useAppSelector(selectSubscriptions);
  const isBusy = busyId === view.ref.id;
  // One change at a time, because the state has only one busy row.
  const isLocked = busyId !== null;
  const { phase, name, type } = view;
  const isRunning = phase === 'renewing' || phase === 'late';
  const resumes = useAppSelector(selectCanResume);
  const isOffered = useIsOffered(view);
  const canResume = resumes && isOffered && phase === 'ending' && (type === 'monthly' || type === 'yearly');
  const canRenew = (isRunning || canResume) && type !== 'system';
  return (
    <li className={styles.row}>
      <Whose view={view} />
      <div className={styles.facts}>
        <Badge tone={phaseWords[phase].tone}>
          {phase === 'late' && isKeptBack(view, limit) ? 'Not renewed' : phaseWords[phase].text}
        </Badge>
        <SubscriptionFacts
          view={view}
          limit={limit}
          isLocked={isLocked}
          onChangeCard={onChangeCard && (() => onChangeCard(view))}
        />
      </div>
      <div className={styles.actions}>
        {canRenew && (
          <Switch
            className={styles.renew}
            label="Auto-renew"
            aria-label={`Auto-renew: ${name}`}
            checked={isRunning}
            disabled={isLocked}
            onChange={() => (isRunning ? onCancel(view) : dispatch(resumeRequested({ ref: view.ref })))}
          />
        )}
        {isRunning && (
          <Button
            size="sm"
            variant="ghost"
            busy={isBusy}
            disabled={isLocked && !isBusy}
            aria-label={`Cancel ${name}`}
            onClick={() => onCancel(view)}
          >
            Cancel
          </Button>
        )}
        {canResume && (
          <Button
            size="sm"
            busy={isBusy}
            busyLabel="Renewing"
            disabled={isLocked && !isBusy}
            aria-label={`Renew ${name}`}
            onClick={() => dispatch(resumeRequested({ ref: view.ref }))}
          >
            Renew
          </Button>
        )}
        <SubscribeButton view={view} />
      </div>
    </li>
  );
}

function Whose({ view: { name, performer, type, price } }: { view: SubscriptionView }) {
  const plan = price ? `${planNames[type]}, ${formatMoney(price)}` : planNames[type];
  if (performer) {
    return (
      <PersonRow
        name={name}
        href={paths.profile(performer.username || performer._id)}
        avatar={performer.avatar}
        verified={performer.verifiedAccount}
        meta={plan}
      />
    );
  }
  return (
    <div className="row">
      <span className={styles.mark}>
        <Icon of={Sparkles} />
      </span>
      <div>
        <p className="strong">{name}</p>
        <p className="xs muted">{plan}</p>
      </div>
    </div>
  );
}

/** For ended subscriptions, and for trials, which do not renew. */
function SubscribeButton({ view }: { view: SubscriptionView }) {
  const { phase, type, name, performer, ref } = view;
  const dispatch = useAppDispatch();
  const isOffered = useIsOffered(view);
  const canSubscribe = phase === 'ended' || (phase === 'ending' && type === 'free');
  if (!canSubscribe || !isOffered || (ref.performerId !== null && !performer)) return null;
  const subscribe = () => {
    if (!performer) return dispatch(platformSubscriptionRequested());
    const { _id, username, avatar } = performer;
    return dispatch(subscribeRequested({ performer: { _id, name, username, avatar } }));
  };
  const label = phase === 'ended' ? 'Subscribe again' : 'Subscribe';
  return (
    <Button size="sm" aria-label={`${label} to ${name}`} onClick={subscribe}>
      {label}
    </Button>
  );
}

/** False if the operator has disabled the membership, or the creator has blocked the fan. */
function useIsOffered({ ref, isBlocked }: SubscriptionView): boolean {
  const hasMembership = useAppSelector(selectHasExtension('siteMembers'));
  return !isBlocked && (ref.performerId !== null || hasMembership);
}

/** True if a renewal was not charged because it waits for the fan: for their age, or because of their spending limit. */
const isKeptBack = (view: SubscriptionView, limit: SpendingLimit | null): boolean =>
  view.isAgeNeeded || getLimitProblem(limit, getNextPrice(view) ?? 0) !== null;

const phaseWords = {
  renewing: { text: 'Active', tone: 'success' },
  late: { text: 'Payment failed', tone: 'danger' },
  ending: { text: 'Ending', tone: 'warn' },
  ended: { text: 'Ended', tone: 'plain' },
} as const;
