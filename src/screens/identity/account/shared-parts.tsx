import { Database, EyeOff, KeyRound, Mail, MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import {
  selectHasExport,
  selectHasLinkedLogins,
  selectHasPreferences,
  selectHasSessions,
  selectHasTwoFactor,
} from '@/features/identity/account/account-slice';
import { PasswordForm } from '@/features/identity/account/components/password-form';
import { outsideWanted, selectLoginWays } from '@/features/identity/auth/login-ways-slice';
import { ArchivePanel } from '@/features/identity/privacy/components/archive-panel';
import { DeletionPanel } from '@/features/identity/privacy/components/deletion-panel';
import { MailForm } from '@/features/identity/privacy/components/mail-form';
import { PrivacyForm } from '@/features/identity/privacy/components/privacy-form';
import { LinkedLogins } from '@/features/identity/security/components/linked-logins';
import { SessionList } from '@/features/identity/security/components/session-list';
import { TwoFactorPanel } from '@/features/identity/security/components/two-factor-panel';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
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
          <IfServed part={selectHasTwoFactor}>
            <AccountBlock title="Two-factor">
              <TwoFactorPanel />
            </AccountBlock>
          </IfServed>
          <IfServed part={selectHasLinkedLogins}>
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
      needs: selectHasSessions,
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
      needs: selectHasPreferences,
      content: (
        <AccountBlock title="What others see">
          <PrivacyForm />
        </AccountBlock>
      ),
    },
    {
      key: 'mails',
      label: 'Email',
      icon: Mail,
      needs: selectHasPreferences,
      content: (
        <AccountBlock title="Email notifications">
          <MailForm />
        </AccountBlock>
      ),
    },
    {
      key: 'data',
      label: 'Your data',
      icon: Database,
      needs: selectHasExport,
      content: (
        <>
          <AccountBlock title="Everything we keep about you">
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
function IfServed({ part, children }: { part: (state: StoreState) => boolean; children: ReactNode }) {
  return useAppSelector(part) ? children : null;
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
