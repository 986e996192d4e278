import { useRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { hasPlan } from '@/features/identity/performer/plan-phase';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { subscribeRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

const plans = ['monthly', 'yearly', 'free'] as const;

/** Opens the sheet for the plan in the URL after a guest pressed Subscribe and signed up. */
export function useSubscribeOnReturn(performer: Performer): void {
  const { query, replace } = useRouter();
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const plan = plans.find((one) => one === query['subscribe']);
  const isBack = plan !== undefined && viewer !== null;

  const requestSubscription = useEffectEvent(async () => {
    const { subscribe: _done, ...rest } = query;
    // First, because sheets close when the URL changes. A reload then opens nothing.
    await replace({ query: rest }, undefined, { shallow: true, scroll: false });
    if (hasPlan(performer)) return;
    const isOffered = plan !== 'free' || performer.isFreeSubscription;
    dispatch(subscribeRequested({ performer, subscriptionType: isOffered ? plan : 'monthly' }));
  });
  useEffect(() => {
    if (isBack) void requestSubscription();
  }, [isBack]);
}
