import Link from 'next/link';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { paths } from '@/config/paths';
import { logoutRequested } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useFeatures } from '@/store/with-features';
import { firstStepsFeature, ageDeclared, selectFirstSteps } from '../first-steps-feature';

const features = [firstStepsFeature];

/** Blocks the site until the fan declares their age, if their login method did not ask for it. */
export function AgeSheet() {
  const dispatch = useAppDispatch();
  const { minimumAge, siteName } = useAppSelector(selectSettings);
  const steps = useAppSelector(selectFirstSteps);
  useFeatures(features);
  return (
    <Sheet open mandatory onClose={() => undefined} title="Before you start">
      <div className="stack">
        <p>
          {siteName} is for people who are {minimumAge} or older.
        </p>
        <FormFoot failure={steps?.error}>
          <Button
            variant="primary"
            size="lg"
            block
            busy={steps?.status === 'pending'}
            busyLabel="Saving"
            onClick={() => dispatch(ageDeclared())}
          >
            I am {minimumAge} or older
          </Button>
          <Button variant="ghost" block onClick={() => dispatch(logoutRequested())}>
            I’m younger. Log out
          </Button>
          <p className="xs muted center">
            By continuing you agree to the{' '}
            <Link className="link" href={paths.page('terms-of-service')}>
              terms
            </Link>
            .
          </p>
        </FormFoot>
      </div>
    </Sheet>
  );
}
