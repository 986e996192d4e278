import { useRouter } from 'next/router';
import { Banknote, Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Note } from '@/components/basic/note';
import { FormFoot } from '@/components/form/form-foot';
import { Panel } from '@/components/layout/panel';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectSaving, stripeLeft, stripeOpened } from '../banking-feature';
import { selectOverview, type StripeAccount } from '../payout-slice';
import { selectReserves } from '../payout-support';
import { PauseNote } from './bank-form';

/** Why Stripe sends the creator back: after a visit (`return`), or because the link expired (`refresh`). */
type Return = 'return' | 'refresh';

/** Removes that reason from the URL, so that a reload does not repeat the request. */
function useReturnFromStripe(): void {
  const dispatch = useAppDispatch();
  const { query, replace } = useRouter();
  const reason = query['stripe'] as Return | undefined;
  const handle = useEffectEvent((why: Return) => {
    void replace(paths.creator.banking, undefined, { shallow: true });
    dispatch(why === 'refresh' ? stripeOpened() : stripeLeft());
  });
  useEffect(() => {
    if (reason === 'return' || reason === 'refresh') handle(reason);
  }, [reason]);
}

/** Stripe forwards payouts to the creator's bank and verifies their identity on its own pages. */
export function StripePanel() {
  const account = useAppSelector(selectOverview).stripe;
  useReturnFromStripe();
  return account ? <StripeAccountPanel account={account} /> : null;
}

function StripeAccountPanel({ account }: { account: StripeAccount }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectSaving('stripe'));
  const rests = useAppSelector(selectReserves);
  const { accountId, payoutsEnabled: isReady, problem } = account;
  const isNew = accountId === null;
  return (
    <Panel title="Stripe" aside={!isNew && <StateBadge {...account} />}>
      <div className="stack">
        <div className="row">
          <Icon of={Banknote} />
          <p className="grow">{isReady ? 'Stripe pays your money on to your bank.' : WHAT_IT_IS}</p>
        </div>
        {!isNew && !isReady && problem && (
          <Note icon={Hourglass} tone="accent">
            {problem}
          </Note>
        )}
        <FormFoot failure={status === 'failed' ? error : null} notes={isNew && rests && <PauseNote />}>
          <div className="row row--wrap">
            <Button busy={status === 'pending'} busyLabel="Opening Stripe" onClick={() => dispatch(stripeOpened())}>
              {isNew ? 'Set up Stripe' : isReady ? 'Change at Stripe' : 'Continue at Stripe'}
            </Button>
          </div>
        </FormFoot>
      </div>
    </Panel>
  );
}

const WHAT_IT_IS = 'Stripe pays your money on to your bank. On its own pages it asks who you are.';

function StateBadge({ payoutsEnabled, detailsSubmitted }: StripeAccount) {
  if (payoutsEnabled) return <Badge tone="success">Ready</Badge>;
  return <Badge tone="warn">{detailsSubmitted ? 'Not ready yet' : 'Not finished'}</Badge>;
}
