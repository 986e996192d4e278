import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

const loader = () => import('@/services/outside-scripts');

function load(url: string | undefined, site = ''): void {
  if (url) void loader().then(({ loadThirdPartyScript }) => loadThirdPartyScript(url, { site }));
}

/** Loads the configured scripts after the page has rendered. Specification 1. */
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
