import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { useZone } from '@/components/hooks/use-now';
import { WholePage } from '@/components/states/whole-page';
import { selectSettings, siteStateWanted } from '@/features/site/settings/settings-slice';
import { formatFull } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Milliseconds after which a closed site is looked at again. */
const lookEveryMs = 10_000;
const defaultText = 'We’re doing some maintenance. Your wallet, messages and subscriptions are safe.';

/** Instead of any page, while the operator works on the site. It opens again by itself. */
export function MaintenanceLayout() {
  const { logoUrl, maintenanceMessage, maintenanceUntil } = useAppSelector(selectSettings);
  const dispatch = useAppDispatch();
  useEffect(() => {
    const timer = setInterval(() => void dispatch(siteStateWanted()), lookEveryMs);
    return () => clearInterval(timer);
  }, [dispatch]);
  return (
    <WholePage
      title="Back soon"
      text={
        <>
          {maintenanceMessage || defaultText}
          <BackAt time={maintenanceUntil} />
        </>
      }
      logoUrl={logoUrl}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          Check again
        </Button>
      }
    />
  );
}

/** Nothing when nobody knows. */
function BackAt({ time }: { time: string | undefined }) {
  const timeZone = useZone();
  if (!time || Number.isNaN(Date.parse(time))) return null;
  return (
    <>
      {' '}
      We expect to be back on{' '}
      <time dateTime={time} suppressHydrationWarning>
        {formatFull(time, { timeZone })}
      </time>
      .
    </>
  );
}
