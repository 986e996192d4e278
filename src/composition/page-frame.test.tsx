import { act } from '@testing-library/react';
import Head from 'next/head';
import initHeadManager from 'next/dist/client/head-manager';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import { settingsLoaded } from '@/features/settings/settings-slice';
import { renderWithStore } from '../../tests/harness/render-with-store';
import { PageFrame } from './page-frame';

it('leaves a page its title when the settings are told again', () => {
  const { store } = renderWithStore(
    <HeadManagerContext.Provider value={initHeadManager()}>
      <PageFrame page={{ layout: 'blank', noredirect: true }}>
        <Head>
          <title>Find creators</title>
        </Head>
      </PageFrame>
    </HeadManagerContext.Provider>,
  );
  expect(document.title).toBe('Find creators');
  act(() => void store.dispatch(settingsLoaded({ ...store.getState().settings.values, favicon: '/other.svg' })));
  expect(document.head.querySelector('link[rel=icon]')).toHaveAttribute('href', '/other.svg');
  expect(document.title).toBe('Find creators');
});
