import { useRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { hasPlan } from '@/features/identity/performer/plan-phase';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { subscribeRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

const plans = ['monthly', 'yearly', 'free'] as const;

/** After a guest has pressed Subscribe and signed up, opens the sheet for the plan in the URL. */
export function useSubscribeOnReturn(performer: Performer): void {
  const { query, replace } = useRouter();
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const plan = plans.find((one) => one === query['subscribe']);
  const isBack = plan !== undefined && viewer !== null;

  const requestSubscription = useEffectEvent(async () => {
    const { subscribe: _done, ...rest } = query;
    // Before the sheet opens, because sheets close when the URL changes. After a reload, none opens.
    await replace({ query: rest }, undefined, { shallow: true, scroll: false });
    if (hasPlan(performer)) return;
    const isOffered = plan !== 'free' || performer.isFreeSubscription;
    dispatch(subscribeRequested({ performer, subscriptionType: isOffered ? plan : 'monthly' }));
  });
  useEffect(() => {
    if (isBack) void requestSubscription();
  }, [isBack]);
}
