import { screen, within } from '@testing-library/react';
import type { CurrentUser } from '@/features/session/session-slice';
import { renderWithStore } from '../../../tests/harness/render-with-store';
import { accountFeature } from './account-feature';
import { DocumentStates } from './components/document-states';

type Creator = Extract<CurrentUser, { isPerformer: true }>;
const paper = { _id: 'd1', url: '/d1', mimeType: 'image/png' };

function show(user: Partial<Creator>) {
  const mira = { _id: 'm1', isPerformer: true, verifiedDocument: false, ...user } as Creator;
  renderWithStore(<DocumentStates user={mira} />, { features: [accountFeature], user: mira });
}
const idPaper = () => within(screen.getByRole('region', { name: 'Photo of your ID' }));

describe('documents of a creator', () => {
  it('that were refused say why, and can be sent again', () => {
    show({ idVerification: { ...paper, status: 'rejected', reason: 'The photo is blurred.' } });
    expect(idPaper().getByText('Refused')).toBeVisible();
    expect(idPaper().getByRole('alert')).toHaveTextContent('The photo is blurred.');
    expect(idPaper().getByRole('button', { name: 'Send again' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  });

  it('wait where nothing was said of them', () => {
    show({ idVerification: paper });
    expect(idPaper().getByText('Waiting for approval')).toBeVisible();
    expect(idPaper().getByRole('button', { name: 'Send another' })).toBeEnabled();
  });

  it('that were approved say so, also where only the account tells, and can be replaced', () => {
    show({ verifiedDocument: true, idVerification: { ...paper, status: 'approved' }, documentVerification: paper });
    expect(screen.getAllByText('Approved')).toHaveLength(2);
    expect(idPaper().getByRole('button', { name: 'Replace' })).toBeEnabled();
  });

  it('of an approved creator say so where there are none to show', () => {
    show({ verifiedDocument: true, idVerification: null, documentVerification: null });
    expect(screen.getAllByText('Approved')).toHaveLength(2);
  });

  it('that replace approved ones wait, while the creator stays approved', () => {
    const approved = { ...paper, status: 'approved' } as const;
    show({ verifiedDocument: true, idVerification: { ...paper, status: 'waiting' }, documentVerification: approved });
    expect(idPaper().getByText('Waiting for approval')).toBeVisible();
    expect(idPaper().getByText('You stay approved while we look at the new one.')).toBeVisible();
    expect(idPaper().getByRole('button', { name: 'Send another' })).toBeEnabled();
    expect(screen.getAllByText('Approved')).toHaveLength(1);
  });
});
