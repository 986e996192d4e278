import { useEffect, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { useZone } from '@/components/hooks/use-now';
import { WholePage } from '@/components/states/whole-page';
import { selectSettings, siteStateRequested } from '@/features/site/settings/settings-slice';
import { formatFull } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

const POLL_INTERVAL_MS = { closed: 10_000, away: 5_000 };
const maintenanceText = 'We’re doing some maintenance. Your wallet, messages and subscriptions are safe.';

export function GeoBlockLayout() {
  return (
    <ClosedPage
      title="Not available in your country"
      text="This site isn’t available in the country you’re visiting from. If you’re travelling, try again at home."
      retry="Check again"
    />
  );
}

export function MaintenanceLayout() {
  const { maintenanceMessage, maintenanceUntil } = useAppSelector(selectSettings);
  const dispatch = useAppDispatch();
  useEffect(() => {
    const timer = setInterval(() => void dispatch(siteStateRequested()), POLL_INTERVAL_MS.closed);
    return () => clearInterval(timer);
  }, [dispatch]);
  return (
    <ClosedPage
      title="Back soon"
      text={
        <>
          {maintenanceMessage || maintenanceText}
          <BackAt time={maintenanceUntil} />
        </>
      }
      retry="Check again"
    />
  );
}

function BackAt({ time }: { time: string | undefined }) {
  const moment = formatFull(time, { timeZone: useZone() });
  if (!moment) return null;
  return (
    <>
      {' '}
      We expect to be back on{' '}
      <time dateTime={time} suppressHydrationWarning>
        {moment}
      </time>
      .
    </>
  );
}

export function OutageLayout() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.reload(), POLL_INTERVAL_MS.away);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ClosedPage
      title="Something broke on our side"
      text="It usually takes a moment. Nothing you did is lost, and this page reloads by itself."
      retry="Try again"
    />
  );
}

function ClosedPage({ title, text, retry }: { title: string; text: ReactNode; retry: string }) {
  const { logoUrl } = useAppSelector(selectSettings);
  return (
    <WholePage
      title={title}
      text={text}
      logoUrl={logoUrl}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {retry}
        </Button>
      }
    />
  );
}
