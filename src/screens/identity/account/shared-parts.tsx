import { Bell, CodeXml, Database, EyeOff, KeyRound, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/basic/button';
import { paths } from '@/config/paths';
import {
  selectHasApiKeys,
  selectHasExport,
  selectHasLinkedLogins,
  selectHasPreferences,
  selectHasSessions,
  selectHasTwoFactor,
} from '@/features/identity/account/account-slice';
import { PasswordForm } from '@/features/identity/account/components/password-form';
import { socialLoginRequested, selectLoginWays, phoneCleared } from '@/features/identity/auth/login-ways-slice';
import { ArchivePanel } from '@/features/identity/privacy/components/archive-panel';
import { DeletionPanel } from '@/features/identity/privacy/components/deletion-panel';
import { PushPanel } from '@/features/conversation/push/components/push-panel';
import { selectHasPush } from '@/features/conversation/push/push-slice';
import { NewsMatrix } from '@/features/identity/privacy/components/news-matrix';
import { PrivacyForm } from '@/features/identity/privacy/components/preference-forms';
import { QuietHours } from '@/features/identity/privacy/components/quiet-hours';
import { LinkedLogins } from '@/features/identity/security/components/linked-logins';
import { SessionList } from '@/features/identity/security/components/session-list';
import { TwoFactorPanel } from '@/features/identity/security/components/two-factor-panel';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import { accountBlock, type AccountPart } from './account-frame';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { CodeInput } from '@/components/form/person-inputs';
import { Sheet } from '@/components/layout/sheet';
import { OnlyForAccountsNote, PhoneNumberForm } from '@/features/identity/auth/components/phone-login-form';
import { selectReference, referenceRequested } from '@/features/site/reference/reference-slice';
import {
  actOpened,
  phoneLinkRequested,
  selectSecurityAct,
  securityRequested,
} from '@/features/identity/security/security-slice';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Action } from '@reduxjs/toolkit';
import { ownDataRequested } from '@/features/identity/privacy/privacy-feature';

export function getSharedParts(path: string): AccountPart[] {
  return [
    {
      key: 'security',
      label: 'Log-in and security',
      icon: KeyRound,
      content: (
        <>
          {accountBlock('Password', <PasswordForm />)}
          <IfServed part={selectHasTwoFactor}>{accountBlock('Two-factor', <TwoFactorPanel />)}</IfServed>
          <IfServed part={selectHasLinkedLogins}>
            {accountBlock(
              'Linked log-ins',
              <LinkedLogins
                renderLink={(provider) =>
                  provider === 'phone' ? (
                    <LinkPhone />
                  ) : (
                    <LinkOutside provider={provider} returnTo={`${path}?section=security`} />
                  )
                }
              />,
            )}
          </IfServed>
        </>
      ),
    },
    {
      key: 'sessions',
      label: 'Devices',
      icon: MonitorSmartphone,
      needs: selectHasSessions,
      content: accountBlock('Where you are logged in', <SessionList />),
    },
    {
      key: 'privacy',
      label: 'Privacy',
      icon: EyeOff,
      needs: selectHasPreferences,
      content: accountBlock('What others see', <PrivacyForm />),
    },
    {
      key: 'notifications',
      label: 'Notifications',
      icon: Bell,
      needs: selectHasPreferences,
      content: (
        <>
          {accountBlock('What you hear about', <NewsMatrix />)}
          <IfServed part={selectHasPush}>
            {accountBlock('Notifications on your devices', <PushPanel />)}
            {accountBlock('Quiet hours', <QuietHours />)}
          </IfServed>
        </>
      ),
    },
    {
      key: 'developer',
      label: 'Developers',
      icon: CodeXml,
      needs: selectHasApiKeys,
      content: accountBlock(
        'Developers',
        <div className="stack">
          <p>
            With an API key, a program of yours can use your account. It can never move money or change how you log in.
          </p>
          <div>
            <Button href={paths.user.developer}>API keys and webhooks</Button>
          </div>
        </div>,
      ),
    },
    {
      key: 'data',
      label: 'Your data',
      icon: Database,
      needs: selectHasExport,
      content: (
        <>
          {accountBlock('Everything we keep about you', <ArchivePanel />)}
          {accountBlock('Delete account', <DeletionPanel />)}
        </>
      ),
    },
  ];
}

export function getAccountPartActions({ query }: { query: ParsedUrlQuery }): Action[] {
  switch (query['section']) {
    case 'security':
      return [securityRequested(), referenceRequested(['phoneCodes'])];
    case 'sessions':
      return [securityRequested()];
    case 'data':
      return [ownDataRequested()];
    default:
      return [];
  }
}

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
      onClick={() => dispatch(socialLoginRequested({ provider, purpose: 'link', role: 'user', returnTo }))}
    >
      Link
    </Button>
  );
}

function LinkPhone() {
  const dispatch = useAppDispatch();
  const [isOpen, setIsOpen] = useState(false);
  const { phone } = useAppSelector(selectLoginWays);
  const dialCodes = useAppSelector(selectReference('phoneCodes'));
  const close = () => {
    setIsOpen(false);
    dispatch(phoneCleared());
  };
  return (
    <>
      <Button
        size="sm"
        aria-label="Link a phone"
        onClick={() => {
          dispatch(actOpened('linkPhone'));
          setIsOpen(true);
        }}
      >
        Link
      </Button>
      <Sheet
        open={isOpen}
        onClose={close}
        title="Link a phone"
        subtitle="You’ll be able to log in with a code sent to it."
      >
        {phone.sentTo ? <CodeForm /> : <PhoneNumberForm dialCodes={dialCodes} label="Send a code" />}
      </Sheet>
    </>
  );
}

function CodeForm() {
  const dispatch = useAppDispatch();
  const { phone } = useAppSelector(selectLoginWays);
  const { isBusy, error } = useAppSelector(selectSecurityAct('linkPhone'));
  const [code, setCode] = useState('');
  return (
    <Form onSubmit={() => dispatch(phoneLinkRequested({ phone: phone.sentTo, code: code.trim() }))}>
      <Field label={`Code sent to ${phone.sentTo}`} error={error?.message}>
        <CodeInput value={code} onChange={(event) => setCode(event.target.value)} />
      </Field>
      <OnlyForAccountsNote />
      <FormFoot>
        <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Linking">
          Link this phone
        </Button>
      </FormFoot>
    </Form>
  );
}
