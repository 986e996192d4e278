import { Copy, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { CodeInput } from '@/components/form/person-inputs';
import { Problem } from '@/components/basic/note';
import { Sheet } from '@/components/layout/sheet';
import { paths } from '@/config/paths';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { withQuery } from '@/lib/omit-empty';
import { copyText } from '@/services/share';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  actOpened,
  recoveryCodesRequested,
  selectSecurityAct,
  selectSecurity,
  twoFactorConnectRequested,
  twoFactorDisableRequested,
  twoFactorSetupClosed,
  twoFactorVerified,
  type TwoFactorSetup,
} from '../security-slice';
import { RecoveryCodes } from './recovery-codes';
import { MissingPart } from './missing-part';
import styles from './security.module.css';

const MIN_UNUSED_CODES = 3;

export function TwoFactorPanel() {
  const { twoFactor, setup, recoveryCodes } = useAppSelector(selectSecurity);
  if (!twoFactor.data) {
    return <MissingPart part={twoFactor} failedTitle="Two-factor settings did not load" skeletonCount={3} />;
  }
  return (
    <>
      {twoFactor.data.enabled ? <IsOn left={twoFactor.data.recoveryCodesLeft} /> : <IsOff />}
      {setup && <SetUp setup={setup} />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
    </>
  );
}

function IsOff() {
  const dispatch = useAppDispatch();
  const { isBusy, error } = useAppSelector(selectSecurityAct('connect'));
  const { account } = useAppSelector(selectIsPerformer) ? paths.creator : paths.user;
  const place = {
    label: 'Get a new link',
    href: withQuery(paths.auth.verification, { returnTo: `${account}?section=security` }),
  };
  return (
    <div className="stack">
      <p className={styles.lead}>
        Passwords can be guessed or stolen. With two-factor, logging in also takes a code from an app on your phone.
      </p>
      <Problem place={error?.code === 'EMAIL_NOT_VERIFIED' ? place : undefined}>{error?.message}</Problem>
      <div>
        <Button
          variant="primary"
          icon={ShieldCheck}
          busy={isBusy}
          onClick={() => dispatch(twoFactorConnectRequested())}
        >
          Set it up
        </Button>
      </div>
    </div>
  );
}

/** The first code proves that the authenticator app has the secret. */
function SetUp({ setup }: { setup: TwoFactorSetup }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const { isBusy, error } = useAppSelector(selectSecurityAct('verify'));
  const handleCopy = async () => {
    if (await copyText(setup.secret)) dispatch(toastShown({ text: 'Copied' }));
    else dispatch(failureShown({ message: 'Your browser blocked copying. Type the secret instead.' }));
  };
  // The URL comes from the backend, so only this scheme is allowed.
  const appLink = setup.otpauthUrl.startsWith('otpauth:') ? setup.otpauthUrl : undefined;
  return (
    <Sheet
      open
      onClose={() => dispatch(twoFactorSetupClosed())}
      title="Set up two-factor"
      subtitle="With any authenticator app."
    >
      <Form onSubmit={() => dispatch(twoFactorVerified(code.trim()))}>
        <ol className={styles.steps}>
          <li>
            <span>Scan this with the app.</span>
            <img
              className={styles.qr}
              src={setup.qrCode}
              width={184}
              height={184}
              alt="Code for the authenticator app; the same secret stands below as text"
            />
          </li>
          <li>
            <span>On this phone, or no camera? Use this secret:</span>
            <code className={styles.secret} data-copyable>
              {inGroups(setup.secret)}
            </code>
            {/* A phone that has the app cannot scan its own screen, so it gets text and a link. */}
            <div className="row row--wrap">
              <Button size="sm" icon={Copy} onClick={() => void handleCopy()}>
                Copy secret
              </Button>
              {appLink && (
                <Button size="sm" icon={Smartphone} href={appLink}>
                  Open in the app
                </Button>
              )}
            </div>
          </li>
          <li>
            <Field label="The six digits the app shows" error={error?.message}>
              <CodeInput value={code} onChange={(event) => setCode(event.target.value)} />
            </Field>
          </li>
        </ol>
        <FormFoot>
          <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Checking">
            Turn on
          </Button>
        </FormFoot>
      </Form>
    </Sheet>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

function IsOn({ left }: { left: number | undefined }) {
  const dispatch = useAppDispatch();
  const { isBusy: isRenewing, error: renewError } = useAppSelector(selectSecurityAct('renew'));
  const [isEnding, setIsEnding] = useState(false);
  return (
    <div className="stack">
      <p className={styles.lead}>
        <Badge tone="success" icon={ShieldCheck}>
          On
        </Badge>{' '}
        Logging in takes a code from your authenticator app.
      </p>
      {left !== undefined && (
        <p className={left <= MIN_UNUSED_CODES ? styles.warn : 'muted sm'}>
          {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
        </p>
      )}
      <Problem>{renewError?.message}</Problem>
      <div className="row row--wrap">
        <Button busy={isRenewing} onClick={() => dispatch(recoveryCodesRequested())}>
          New recovery codes
        </Button>
        <Button
          variant="ghost"
          icon={ShieldOff}
          onClick={() => {
            dispatch(actOpened('disable'));
            setIsEnding(true);
          }}
        >
          Turn off
        </Button>
      </div>
      <TurnOff open={isEnding} onClose={() => setIsEnding(false)} />
    </div>
  );
}

/** Requires a code, so that the password alone is not enough to turn it off. */
function TurnOff({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const { isBusy, error } = useAppSelector(selectSecurityAct('disable'));
  return (
    <Sheet open={open} onClose={onClose} title="Turn off two-factor" subtitle="You’ll log in with your password alone.">
      <Form onSubmit={() => dispatch(twoFactorDisableRequested({ code: code.trim() }))}>
        <Field label="Code from your authenticator app" hint="Or one of your recovery codes." error={error?.message}>
          <CodeInput maxLength={20} value={code} onChange={(event) => setCode(event.target.value)} />
        </Field>
        <FormFoot>
          <Button type="submit" variant="danger" size="lg" block busy={isBusy} busyLabel="Turning off">
            Turn off
          </Button>
        </FormFoot>
      </Form>
    </Sheet>
  );
}
