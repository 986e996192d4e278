import { act } from '@testing-library/react';
import { renderWithStore, settle, storeForTest } from '../../tests/harness/render-with-store';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { useThirdPartyScripts } from './use-outside-scripts';

function Page() {
  useThirdPartyScripts();
  return null;
}

async function show(settings: Parameters<typeof settingsLoaded>[0], path?: string) {
  const given = storeForTest();
  given.store.dispatch(settingsLoaded(settings));
  renderWithStore(<Page />, { given, path });
  await act(settle);
  return [...document.head.querySelectorAll('script')];
}

describe('third-party scripts', () => {
  it('are not loaded unless configured', async () => {
    expect(await show({})).toEqual([]);
    expect(window).not.toHaveProperty('dataLayer');
  });

  it('are each loaded once, and receive the page path', async () => {
    const settings = {
      gaCode: 'G-TEST',
      affiliateUrl: 'https://tracker.example/t.js',
      affiliateId: 'site-7',
      chatWidgetUrl: 'https://chat.example/w.js',
      chatWidgetId: 'box',
    };
    await show(settings, '/creator?q=kiln');
    const scripts = await show(settings, '/home');
    expect(scripts.map(({ src, async }) => [src, async])).toEqual([
      ['https://www.googletagmanager.com/gtag/js?id=G-TEST', true],
      ['https://tracker.example/t.js', true],
      ['https://chat.example/w.js', true],
    ]);
    expect(scripts[1]?.dataset['site']).toBe('site-7');
    const { dataLayer } = window as Window & { dataLayer?: ArrayLike<unknown>[] };
    const views = dataLayer?.map((command) => Array.from(command)).filter(([, name]) => name === 'page_view');
    expect(views).toEqual([
      ['event', 'page_view', { page_path: '/creator' }],
      ['event', 'page_view', { page_path: '/home' }],
    ]);
  });
});
