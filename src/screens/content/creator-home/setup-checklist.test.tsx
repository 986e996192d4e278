import { act, screen } from '@testing-library/react';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { setClock } from '../../../../tests/harness/clock/set-clock';
import { renderWithStore } from '../../../../tests/harness/render-with-store';
import { wireFeed } from '../../../../tests/factories/wire';
import { SetupChecklist } from './setup-checklist';

const paper = { _id: 'd1', url: '/d1', mimeType: 'image/png' };
const sent = { ...paper, status: 'waiting', sentAt: '2026-11-20T10:00:00.000Z' };
const fresh = {
  isPerformer: true,
  avatar: '',
  bio: '',
  monthlyPrice: 11.99,
  pricesChosen: false,
  verifiedEmail: false,
  verifiedDocument: false,
  email: 'm@example.test',
  idVerification: sent,
  documentVerification: sent,
};
const complete = {
  ...fresh,
  avatar: '/a.webp',
  bio: 'I carve spoons.',
  pricesChosen: true,
  welcomeMessage: 'Hello!',
  verifiedEmail: true,
  verifiedDocument: true,
};

function show(user: object, { posts = 0, drafts = 0 } = {}, options: { extensions?: string[] } = {}) {
  const home = { posts: posts > 0 ? [wireFeed()] : [], drafts } as unknown as CreatorHome;
  return renderWithStore(<SetupChecklist home={home} />, { user, ...options });
}
const step = (title: string) => screen.getByRole('link', { name: new RegExp(`^${title}`) });

describe('SetupChecklist', () => {
  it('lists steps with links and progress', () => {
    show(fresh);
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('0 of 6 steps done');
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([
      '/auth/verification',
      '/creator/account',
      '/creator/account#prices',
      '/creator/account?section=documents',
      '/creator/account?section=welcome',
      '/creator/my-post/create',
    ]);
    expect(step('Introduce yourself')).toHaveTextContent('Add a profile photo and a few words about you.');
    expect(step('Set your prices')).toHaveTextContent('Right now it’s $11.99 a month.');
    expect(screen.getByText(/Only you can see your page until your documents are approved/)).toBeVisible();
  });

  it('shows the review state: missing, waiting since, rejected with a reason, approved', () => {
    setClock('2026-11-22T10:00:00Z');
    const documents = () => step('Documents');
    let shown = show(fresh);
    expect(documents()).toHaveTextContent('Waiting. In review since 20 November. We’ll email you.');
    act(() => void shown.store.dispatch(settingsLoaded({ documentReviewDays: 2 })));
    expect(documents()).toHaveTextContent('since 20 November, usually within 2 days.');
    const is = (user: object, text: string) => {
      shown.unmount();
      shown = show({ ...fresh, ...user });
      expect(documents()).toHaveTextContent(text);
    };
    const refused = { ...paper, status: 'rejected', reason: 'The photo is blurred.' };
    is({ idVerification: refused }, 'They need a change: The photo is blurred. Upload them again.');
    expect(screen.getAllByRole('link')[0]).toBe(documents());
    is({ documentVerification: null }, 'Upload a photo of your ID, and one of you holding it.');
    is({ verifiedDocument: true }, 'Done. Approved');
  });

  it('shows the post step as waiting for the review if there is a draft', () => {
    show(fresh, { drafts: 1 });
    expect(step('Publish your first post')).toHaveTextContent('Your draft is saved. You can publish it once');
    expect(step('Publish your first post')).toHaveAttribute('href', '/creator/my-post');
  });

  it('still lists completed steps', () => {
    show({ ...complete, bio: '' }, { posts: 1 });
    expect(screen.getByText('5 of 6 done')).toBeVisible();
    expect(step('Introduce yourself')).toHaveTextContent('Add a few words about you.');
    expect(step('Set your prices')).toHaveTextContent('Done. $11.99 a month');
  });

  it('includes the payout step if the backend sends payout accounts', () => {
    const { unmount } = show({ ...fresh, bankingInformation: null, paypalSetting: null });
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('0 of 7 steps done');
    expect(step('Set up payouts')).toHaveAttribute('href', '/creator/banking');
    unmount();
    show({ ...fresh, bankingInformation: { bankAccount: 'PT50000201231234567890154' } });
    expect(step('Set up payouts')).toHaveTextContent('Done. Bank ending 0154');
  });

  it('disappears once all steps are done', () => {
    const { container } = show(complete, { posts: 1 });
    expect(container).toBeEmptyDOMElement();
  });

  it('omits steps whose data the backend does not send', () => {
    const { isPerformer, avatar, bio, monthlyPrice, verifiedEmail, verifiedDocument } = complete;
    const theirs = { isPerformer, avatar, bio, monthlyPrice, verifiedEmail, verifiedDocument };
    const { container, unmount } = show(theirs, { posts: 1 }, { extensions: [] });
    expect(container).toBeEmptyDOMElement();
    unmount();
    show(
      { ...theirs, verifiedDocument: false, idVerification: paper, documentVerification: paper },
      { posts: 1 },
      { extensions: [] },
    );
    expect(step('Documents')).toHaveTextContent('In review. We’ll email you.');
    expect(screen.getByRole('progressbar')).toHaveAccessibleName('4 of 5 steps done');
    expect(screen.queryByText('Message added')).not.toBeInTheDocument();
  });
});
