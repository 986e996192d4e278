import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore } from '../../../../../tests/harness/render-with-store';
import { reportFeature } from '../report-feature';
import { ReportSheet } from './report-sheet';

const target = { target: 'feed' as const, targetId: 'a', performerId: 'b', title: 'Twelve pots, by Mira' };

describe('the report sheet', () => {
  it('asks for a reason, then sends it', async () => {
    const onClose = jest.fn();
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

  it('keeps what was written when it could not be sent', async () => {
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
    expect(await screen.findByText('Too Many Requests')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Something else' })).toBeChecked();
  });

  it('asks strangers to log in', () => {
    renderWithStore(<ReportSheet target={target} onClose={() => undefined} />, {
      features: [reportFeature],
      path: '/post/kiln',
    });
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login?returnTo=%2Fpost%2Fkiln');
  });
});
