import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { CodeInput } from '@/components/form/person-inputs';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  selectActError,
  selectIsBusy,
  twoFactorSetupClosed,
  twoFactorVerified,
  type TwoFactorSetup as Setup,
} from '../security-slice';
import styles from './security.module.css';

/** The secret goes into the authenticator app, by camera or by hand; a first code proves that it is there. */
export function TwoFactorSetup({ setup }: { setup: Setup }) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const isBusy = useAppSelector(selectIsBusy('verify'));
  const error = useAppSelector(selectActError('verify'));
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
            <span>No camera? Type this secret:</span>
            <code className={styles.secret} data-copyable>
              {inGroups(setup.secret)}
            </code>
          </li>
          <li>
            <Field label="The six digits the app shows" error={error?.message}>
              <CodeInput value={code} onChange={(event) => setCode(event.target.value)} />
            </Field>
          </li>
        </ol>
        <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Checking">
          Turn on
        </Button>
      </Form>
    </Sheet>
  );
}

/** Four letters at a time, as people read them. */
const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
