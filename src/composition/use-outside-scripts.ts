import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Fetched only where there is something to load. */
const loader = () => import('@/services/outside-scripts');

function load(url: string | undefined, site = ''): void {
  if (url) void loader().then(({ loadThirdPartyScript }) => loadThirdPartyScript(url, { site }));
}

/**
 * Analytics, affiliate tracker and chat widget, each only where the operator has configured it and only in the browser,
 * after the page is there. Source: specification 1.
 */
export function useThirdPartyScripts(): void {
  const { gaCode, affiliateUrl, affiliateId, chatWidgetUrl, chatWidgetId } = useAppSelector(selectSettings);
  const path = useRouter().asPath.split(/[?#]/)[0] ?? '/';
  useEffect(() => {
    if (!gaCode) return;
    void loader().then(({ loadAnalytics, trackPageView }) => {
      loadAnalytics(gaCode);
      trackPageView(path);
    });
  }, [gaCode, path]);
  useEffect(() => load(affiliateUrl, affiliateId), [affiliateUrl, affiliateId]);
  useEffect(() => load(chatWidgetUrl, chatWidgetId), [chatWidgetUrl, chatWidgetId]);
}
