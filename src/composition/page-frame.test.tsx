import { act, fireEvent, screen } from '@testing-library/react';
import Head from 'next/head';
import initHeadManager from 'next/dist/client/head-manager';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { renderWithStore } from '../../tests/harness/render-with-store';
import { PageFrame } from './page-frame';

it('the page’s title stays when the settings are loaded again', () => {
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

it('the frame around a page that throws stays usable, and a retry shows the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Page = () => {
    if (isBroken) throw new Error('no such colour');
    return <h1>Wallet</h1>;
  };
  renderWithStore(
    <HeadManagerContext.Provider value={initHeadManager()}>
      <PageFrame page={{ layout: 'public', noredirect: true }}>
        <Page />
      </PageFrame>
    </HeadManagerContext.Provider>,
  );
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeInTheDocument();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading', { name: 'Wallet' })).toBeInTheDocument();
});

it('a page starts once the closed site is open again', () => {
  const opened = vi.fn();
  const { store } = renderWithStore(
    <HeadManagerContext.Provider value={initHeadManager()}>
      <PageFrame page={{ layout: 'public', noredirect: true }} onOpened={opened}>
        <h1>Find creators</h1>
      </PageFrame>
    </HeadManagerContext.Provider>,
  );
  const tell = (maintenanceMode: boolean) => act(() => void store.dispatch(settingsLoaded({ maintenanceMode })));
  tell(true);
  expect(screen.queryByRole('heading', { name: 'Find creators' })).not.toBeInTheDocument();
  expect(opened).not.toHaveBeenCalled();
  tell(false);
  expect(screen.getByRole('heading', { name: 'Find creators' })).toBeInTheDocument();
  expect(opened).toHaveBeenCalledTimes(1);
});
