import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { selectSettings } from '@/features/settings/settings-slice';
import { loadAnalytics, loadOutsideScript, trackPageView } from '@/services/outside-scripts';
import { useAppSelector } from '@/store/hooks';

/**
 * Analytics, affiliate tracker and chat widget, each only where the operator has configured it and only in the browser,
 * after the page is there. Source: specification 1.
 */
export function useOutsideScripts(): void {
  const { gaCode, affiliateUrl, affiliateId, chatWidgetUrl, chatWidgetId } = useAppSelector(selectSettings);
  const path = useRouter().asPath.split(/[?#]/)[0] ?? '/';
  useEffect(() => {
    if (!gaCode) return;
    loadAnalytics(gaCode);
    trackPageView(path);
  }, [gaCode, path]);
  useEffect(() => {
    if (affiliateUrl) loadOutsideScript(affiliateUrl, { site: affiliateId ?? '' });
  }, [affiliateUrl, affiliateId]);
  useEffect(() => {
    if (chatWidgetUrl) loadOutsideScript(chatWidgetUrl, { site: chatWidgetId ?? '' });
  }, [chatWidgetUrl, chatWidgetId]);
}
