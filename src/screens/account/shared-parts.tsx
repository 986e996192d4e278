import { Database, EyeOff, KeyRound, Mail, MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndpointName } from '@contract/schemas';
import { Button } from '@/components/button';
import { PasswordForm } from '@/features/account/components/password-form';
import { outsideWanted, selectLoginWays } from '@/features/login-ways/login-ways-slice';
import { ArchivePanel } from '@/features/privacy/components/archive-panel';
import { DeletionPanel } from '@/features/privacy/components/deletion-panel';
import { MailForm } from '@/features/privacy/components/mail-form';
import { PrivacyForm } from '@/features/privacy/components/privacy-form';
import { LinkedLogins } from '@/features/security/components/linked-logins';
import { SessionList } from '@/features/security/components/session-list';
import { TwoStepPanel } from '@/features/security/components/two-step-panel';
import { selectHasCall } from '@/features/ui/ui-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { AccountBlock, type AccountPart } from './account-frame';
import { LinkPhone } from './link-phone';

/** What every account has, fan or creator. @param path of the account page, to come back to. */
export function sharedParts(path: string): AccountPart[] {
  return [
    {
      key: 'security',
      label: 'Sign-in and security',
      icon: KeyRound,
      content: (
        <>
          <AccountBlock title="Password">
            <PasswordForm />
          </AccountBlock>
          <IfServed call="getTwoStepStatus">
            <AccountBlock title="Two-step log-in">
              <TwoStepPanel />
            </AccountBlock>
          </IfServed>
          <IfServed call="listLinkedLogins">
            <AccountBlock title="Linked log-ins">
              <LinkedLogins
                renderLink={(provider) =>
                  provider === 'phone' ? (
                    <LinkPhone />
                  ) : (
                    <LinkOutside provider={provider} returnTo={`${path}?section=security`} />
                  )
                }
              />
            </AccountBlock>
          </IfServed>
        </>
      ),
    },
    {
      key: 'sessions',
      label: 'Devices',
      icon: MonitorSmartphone,
      needs: 'listSessions',
      content: (
        <AccountBlock title="Where you are logged in">
          <SessionList />
        </AccountBlock>
      ),
    },
    {
      key: 'privacy',
      label: 'Privacy',
      icon: EyeOff,
      needs: 'updatePreferences',
      content: (
        <AccountBlock title="What others see">
          <PrivacyForm />
        </AccountBlock>
      ),
    },
    {
      key: 'mails',
      label: 'Mails',
      icon: Mail,
      needs: 'updatePreferences',
      content: (
        <AccountBlock title="Which mails come">
          <MailForm />
        </AccountBlock>
      ),
    },
    {
      key: 'data',
      label: 'Your data',
      icon: Database,
      needs: 'getDataExport',
      content: (
        <>
          <AccountBlock title="All that is yours">
            <ArchivePanel />
          </AccountBlock>
          <AccountBlock title="Leave">
            <DeletionPanel />
          </AccountBlock>
        </>
      ),
    },
  ];
}

/** Hides what this backend does not have. */
function IfServed({ call, children }: { call: EndpointName; children: ReactNode }) {
  return useAppSelector(selectHasCall(call)) ? children : null;
}

function LinkOutside({ provider, returnTo }: { provider: 'google' | 'twitter'; returnTo: string }) {
  const dispatch = useAppDispatch();
  const { busyWith } = useAppSelector(selectLoginWays);
  return (
    <Button
      size="sm"
      busy={busyWith === provider}
      aria-label={provider === 'google' ? 'Link Google' : 'Link Twitter'}
      onClick={() => dispatch(outsideWanted({ provider, purpose: 'link', role: 'user', returnTo }))}
    >
      Link
    </Button>
  );
}
