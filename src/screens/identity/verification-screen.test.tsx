import { usernameFeature } from '@/features/identity/auth/username-feature';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { renderWithStore, settle, type StoreOptions } from '../../../tests/harness/render-with-store';
import { VerificationScreen } from './verification-screen';

function show(query: Record<string, string>, options: StoreOptions = {}) {
  return renderWithStore(<VerificationScreen />, { features: [authFeature, usernameFeature], query, ...options });
}
const getHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('VerificationScreen', () => {
  it('shows the email, allows another link after a minute, and links to the next page', async () => {
    const user = { email: 'ada@example.test', verifiedEmail: false } as never;
    const { calls } = show({ email: 'ada@example.test' }, { user, answers: { sendEmailVerification: () => ({}) } });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Check your email');
    expect(screen.getByText(/We sent a link to ada@example\.test/)).toBeVisible();
    expect(getHref('Continue')).toBe('/home');
    expect(getHref('Change it')).toBe('/user/account');
    expect(screen.getByRole('button', { name: 'Send again in 60 s' })).toBeDisabled();
    for (let second = 0; second < 60; second += 1) act(() => void vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
    await act(settle);
    expect(calls).toMatchObject([{ name: 'sendEmailVerification', input: { body: { sourceType: 'user' } } }]);
    expect(screen.getByText('We sent a new link to ada@example.test.')).toBeVisible();
  });

  it('without a session, can resend the link, and the login leads to the page that was requested', async () => {
    const { calls } = show(
      { email: 'ada@example.test', returnTo: '/post/7' },
      { answers: { sendEmailVerification: () => ({}) } },
    );
    expect(getHref('I’ve opened it. Log in')).toBe('/auth/login?returnTo=%2Fpost%2F7');
    expect(getHref('Sign up again')).toBe('/auth/fan-register');
    for (let second = 0; second < 60; second += 1) act(() => void vi.advanceTimersByTime(1000));
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
    await act(settle);
    expect(calls[0]?.input.body).toEqual({
      source: { email: 'ada@example.test' },
      sourceType: 'user',
      returnTo: '/post/7',
    });
  });

  it.each([
    ['an account that opens it', {}, { user: { email: 'ada@example.test', verifiedEmail: false } as never }],
    ['a guest who comes from the login', { email: 'ada@example.test', again: '1' }, {}],
  ])('lets %s send a new link at once, and does not say that one was just sent', (_who, query, options) => {
    show(query, options);
    expect(screen.getByText('Open the link we emailed to ada@example.test, or send a new one below.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send the link again' })).toBeEnabled();
  });

  it('tells creators the next steps and the review time, if known', () => {
    const { store } = show({ email: 'm@example.test', as: 'creator' });
    expect(screen.getByText('We review your documents')).toBeVisible();
    expect(screen.getByText('We’ll email you the result.')).toBeVisible();
    act(() => void store.dispatch(settingsLoaded({ documentReviewDays: 2 })));
    expect(screen.getByText('We’ll email you the result, usually within 2 days.')).toBeVisible();
    expect(getHref('Sign up again')).toBe('/auth/creator-register');
  });

  it('shows a signed-in creator a link to the checklist', () => {
    show({ email: 'm@example.test' }, { user: { isPerformer: true, verifiedEmail: false } as never });
    expect(getHref('Set up your page')).toBe('/home');
  });

  it('says if the email is verified', () => {
    show({}, { user: { verifiedEmail: true } as never });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your email is verified');
    expect(screen.queryByRole('button', { name: /link again/ })).not.toBeInTheDocument();
  });
});
