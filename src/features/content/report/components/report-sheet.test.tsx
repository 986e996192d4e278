import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle } from '../../../../../tests/harness/render-with-store';
import { reportFeature, reportOpened, reportSent } from '../report-feature';
import { ReportSheet } from './report-sheet';

const target = { target: 'feed' as const, targetId: 'a', performerId: 'b', title: 'Twelve pots, by Mira' };

describe('the report sheet', () => {
  it('asks for a reason, then sends it', async () => {
    const onClose = vi.fn();
    const { calls } = renderWithStore(<ReportSheet target={target} onClose={onClose} />, {
      features: [reportFeature],
      answers: { createReport: () => ({}) },
      user: {},
    });
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Choose the reason that fits best.');
    await userEvent.click(screen.getByRole('radio', { name: 'It’s a scam or spam' }));
    await userEvent.type(screen.getByRole('textbox'), ' Fake shop ');
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(calls[0]?.input.body).toEqual({
      target: 'feed',
      targetId: 'a',
      performerId: 'b',
      title: 'It’s a scam or spam',
      description: 'Fake shop',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('keeps the input when sending fails', async () => {
    renderWithStore(<ReportSheet target={target} onClose={() => undefined} />, {
      features: [reportFeature],
      answers: {
        createReport: () => {
          throw new ApiError(429, { message: 'Too Many Requests' });
        },
      },
      user: {},
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Something else' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('You tried this too often. Wait a minute, then try again.')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Something else' })).toBeChecked();
  });

  it('sends each of two reports, and confirms it only after its response', async () => {
    const ends: (() => void)[] = [];
    const { calls, store } = renderWithStore(<ReportSheet target={target} onClose={() => undefined} />, {
      features: [reportFeature],
      answers: { createReport: () => new Promise((resolve) => ends.push(() => resolve({}))) },
      user: {},
    });
    const report = (targetId: string) =>
      act(() => void store.dispatch(reportSent({ ...target, targetId, description: null })));
    report('a');
    act(() => void store.dispatch(reportOpened()));
    report('b');
    expect(calls.map(({ input }) => input.body?.['targetId'])).toEqual(['a', 'b']);
    ends[0]?.();
    await act(settle);
    expect(screen.getByRole('button', { name: 'Sending' })).toBeVisible();
    ends[1]?.();
    expect(await screen.findByRole('button', { name: 'Done' })).toBeVisible();
  });

  it('tells of a report that fails after its sheet has closed, and keeps the form of the next one', async () => {
    const ends: (() => void)[] = [];
    const { store } = renderWithStore(<ReportSheet target={target} onClose={() => undefined} />, {
      features: [reportFeature],
      answers: { createReport: () => new Promise((_resolve, reject) => ends.push(() => reject(new Error('Cut')))) },
      user: {},
    });
    act(() => {
      store.dispatch(reportSent({ ...target, targetId: 'earlier', description: null }));
      store.dispatch(reportOpened());
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Something else' }));
    ends[0]?.();
    await act(settle);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Something else' })).toBeChecked();
    expect(selectToasts(store.getState())[0]?.text).toMatch(/^Your report was not sent\./);
  });

  it('asks guests to log in', () => {
    renderWithStore(<ReportSheet target={target} onClose={() => undefined} />, {
      features: [reportFeature],
      path: '/post/kiln',
    });
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?returnTo=%2Fpost%2Fkiln');
  });
});
