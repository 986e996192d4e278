import { Button } from '@/components/basic/button';
import { WholePage } from '@/components/states/whole-page';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Instead of any page, where the operator has closed the site to the visitor's country. */
export function GeoBlockLayout() {
  const { logoUrl } = useAppSelector(selectSettings);
  return (
    <WholePage
      title="Not available in your country"
      text="This site isn’t available in the country you’re visiting from. If you’re travelling, try again at home."
      logoUrl={logoUrl}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Check again
        </Button>
      }
    />
  );
}
