import { Landmark, Wallet } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { performerRoutes } from '@contract/identity/performer-routes';
import { Button } from '@/components/basic/button';
import { Icon, type Glyph } from '@/components/basic/icon';
import { Skeleton } from '@/components/basic/skeleton';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectReference } from '@/features/site/reference/reference-slice';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { accountFormOpened, selectSaving } from '../banking-feature';
import { describeAccount, getEnding } from '../payout-words';
import { BankForm } from './bank-form';
import { PaypalForm } from './paypal-form';

interface AccountPanelProps {
  account: 'bank' | 'paypal';
  title: string;
  icon: Glyph;
  stored: { name: string; about: ReactNode } | null;
  renderForm: (onCancel: (() => void) | undefined) => ReactNode;
}

function AccountPanel({ account, title, icon, stored, renderForm }: AccountPanelProps) {
  const dispatch = useAppDispatch();
  const { done } = useAppSelector(selectSaving(account));
  const [isOpen, setIsOpen] = useState(false);
  const close = useEffectEvent(() => setIsOpen(false));
  useEffect(() => {
    if (done > 0) close();
  }, [done]);
  const open = () => {
    dispatch(accountFormOpened(account));
    setIsOpen(true);
  };
  return (
    <Panel title={title}>
      {stored && !isOpen ? (
        <div className="row row--wrap">
          <Icon of={icon} />
          <div className="grow">
            <p className="strong">{stored.name}</p>
            <p className="sm muted">{stored.about}</p>
          </div>
          <Button size="sm" onClick={open} aria-label={`Change ${title}`}>
            Change
          </Button>
        </div>
      ) : (
        renderForm(stored ? () => setIsOpen(false) : undefined)
      )}
    </Panel>
  );
}

/** Shows only the kinds of account that the backend can store. */
export function AccountPanels() {
  const user = useAppSelector(selectCurrentUser);
  const countries = useAppSelector(selectReference('countries'));
  const keepsBank = useAppSelector(selectSupportsCall(performerRoutes.updateBankingSettings));
  const keepsPaypal = useAppSelector(selectSupportsCall(performerRoutes.updatePaymentGatewaySettings));
  if (!user?.isPerformer) return null;
  const { bankingInformation: bank, paypalSetting: paypal } = user;
  const email = paypal?.value['email'] ?? '';
  const holder = [bank?.firstName, bank?.lastName].filter(Boolean).join(' ');
  return (
    <>
      {keepsBank && (
        <AccountPanel
          account="bank"
          title="Bank account"
          icon={Landmark}
          stored={
            bank
              ? {
                  name: describeAccount('banking', getEnding(bank.bankAccount)),
                  about: (
                    <>
                      {[holder, bank.bankName].filter(Boolean).join(', ')}
                      {bank.updatedAt && (
                        <span className="block">
                          Changed <Day value={bank.updatedAt} />
                        </span>
                      )}
                    </>
                  ),
                }
              : null
          }
          renderForm={(onCancel) =>
            countries ? (
              <BankForm bank={bank ?? null} countries={countries} onCancel={onCancel} />
            ) : (
              <Skeleton count={6} />
            )
          }
        />
      )}
      {keepsPaypal && (
        <AccountPanel
          account="paypal"
          title="PayPal"
          icon={Wallet}
          stored={email ? { name: 'PayPal', about: email } : null}
          renderForm={(onCancel) => <PaypalForm email={email} onCancel={onCancel} />}
        />
      )}
    </>
  );
}
