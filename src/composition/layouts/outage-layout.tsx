import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { WholePage } from '@/components/states/whole-page';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Milliseconds after which the page is asked for again. */
const lookEveryMs = 5_000;

/** Instead of any page that could not be loaded because the API, or its database, is away. It comes back by itself. */
export function OutageLayout() {
  const { logoUrl } = useAppSelector(selectSettings);
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), lookEveryMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <WholePage
      title="Something broke on our side"
      text="It usually takes a moment. Nothing you did is lost, and this page reloads by itself."
      logoUrl={logoUrl}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      }
    />
  );
}
