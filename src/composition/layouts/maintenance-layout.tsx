import { Button } from '@/components/button';
import { WholePage } from '@/components/whole-page';
import { selectSettings } from '@/features/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Instead of any page, while the operator works on the site. */
export function MaintenanceLayout() {
  const { logoUrl } = useAppSelector(selectSettings);
  return (
    <WholePage
      title="Back soon"
      text="We are moving things around. Your wallet, messages and subscriptions are safe; nothing renews while we are closed."
      logoUrl={logoUrl}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Check again
        </Button>
      }
    />
  );
}
