import { Share, SquarePlus } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectAreInstallStepsOpen, stepsClosed } from '../install-slice';

/** For iPhones and iPads, where only the user can install a site. */
export function InstallSteps() {
  const { siteName } = useAppSelector(selectSettings);
  const isOpen = useAppSelector(selectAreInstallStepsOpen);
  const dispatch = useAppDispatch();
  const close = () => void dispatch(stepsClosed());
  return (
    <Sheet open={isOpen} onClose={close} title={`Keep ${siteName} on this device`}>
      <ol className="stack stack--md">
        <li className="row">
          <Icon of={Share} />
          <span>Press the share button of your browser.</span>
        </li>
        <li className="row">
          <Icon of={SquarePlus} />
          <span>Choose “Add to Home Screen”, then “Add”.</span>
        </li>
      </ol>
      <p className="muted sm">Opened from there, it can also send you notifications.</p>
      <FormFoot>
        <div className="row row--end">
          <Button onClick={close}>Got it</Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}
