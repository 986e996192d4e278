import { usernameFeature } from '@/features/identity/auth/username-feature';
import { act, screen, within } from '@testing-library/react';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { setClock } from '../../../../tests/harness/clock/set-clock';
import { ownSettings, renderWithStore } from '../../../../tests/harness/render-with-store';
import { accountFeature } from './account-feature';
import { DocumentStates } from './components/document-states';

type Creator = Extract<CurrentUser, { isPerformer: true }>;
const paper = { _id: 'd1', url: '/d1', mimeType: 'image/png' };

function show(user: Partial<Creator>) {
  const mira = { _id: 'm1', isPerformer: true, verifiedDocument: false, ...user } as Creator;
  renderWithStore(<DocumentStates user={mira} />, { features: [accountFeature, usernameFeature], user: mira });
}
const idPaper = () => within(screen.getByRole('region', { name: 'Photo of your ID' }));

describe('documents of a creator', () => {
  it('that were rejected show the reason, and can be sent again', () => {
    show({ idVerification: { ...paper, status: 'rejected', reason: 'The photo is blurred.' } });
    expect(idPaper().getByText('Needs a change')).toBeVisible();
    expect(idPaper().getByRole('alert')).toHaveTextContent('The photo is blurred.');
    expect(idPaper().getByRole('button', { name: 'Upload again' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Upload' })).toBeEnabled();
  });

  it('are shown as in review if the backend sends no state', () => {
    show({ idVerification: paper });
    expect(idPaper().getByText('In review')).toBeVisible();
    expect(idPaper().getByRole('button', { name: 'Upload another' })).toBeEnabled();
  });

  it('that were approved are shown as approved, even if only the account has the state, and can be replaced', () => {
    show({ verifiedDocument: true, idVerification: { ...paper, status: 'approved' }, documentVerification: paper });
    expect(screen.getAllByText('Approved')).toHaveLength(2);
    expect(idPaper().getByRole('button', { name: 'Replace' })).toBeEnabled();
  });

  it('show when the review started and how long it usually takes, if the backend says so', async () => {
    setClock('2026-11-22T10:00:00Z');
    const sent = { ...paper, status: 'waiting' as const, sentAt: '2026-11-20T10:00:00.000Z' };
    const mira = { _id: 'm1', isPerformer: true, verifiedDocument: false } as Creator;
    const papers = { idVerification: sent, documentVerification: { ...sent, sentAt: '2026-11-21T10:00:00.000Z' } };
    const { store, unmount } = renderWithStore(<DocumentStates user={{ ...mira, ...papers }} />, {
      features: [accountFeature, usernameFeature],
      user: mira,
    });
    expect(screen.getByText(/^In review since/)).toHaveTextContent('In review since 21 November. We’ll email you.');
    act(() => void store.dispatch(ownSettings({ documentReviewDays: 2 })));
    expect(screen.getByText(/^In review since/)).toHaveTextContent('21 November, usually within 2 days. We’ll');
    unmount();
    show({ idVerification: paper, documentVerification: paper });
    expect(screen.getByText(/^In review\./)).toBeVisible();
  });

  it('of an approved creator are shown as approved if the backend sends none', () => {
    show({ verifiedDocument: true, idVerification: null, documentVerification: null });
    expect(screen.getAllByText('Approved')).toHaveLength(2);
  });

  it('that replace approved ones are shown as in review, while the creator stays approved', () => {
    const approved = { ...paper, status: 'approved' } as const;
    show({ verifiedDocument: true, idVerification: { ...paper, status: 'waiting' }, documentVerification: approved });
    expect(idPaper().getByText('In review')).toBeVisible();
    expect(idPaper().getByText('You stay approved while we review the new one.')).toBeVisible();
    expect(idPaper().getByRole('button', { name: 'Upload another' })).toBeEnabled();
    expect(screen.getAllByText('Approved')).toHaveLength(1);
  });
});
