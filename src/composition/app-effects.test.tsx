import { act, screen } from '@testing-library/react';
import { badgesFeature } from '@/features/conversation/badges/badges-feature';
import { intentFeature } from '@/features/money/checkout/intent-feature';
import { renderWithStore, settle } from '../../tests/harness/render-with-store';
import { AppEffects } from './app-effects';

describe('G-14: the notice after a redirect', () => {
  const show = (query: Record<string, string>) =>
    renderWithStore(<AppEffects />, { features: [badgesFeature, intentFeature], user: {}, path: '/home', query });

  it('shows the reason and removes it from the URL', async () => {
    const { router } = show({ notice: 'creators-only', show: 'photo' });
    await act(settle);
    expect(screen.getByText(/That page is for creators/)).toBeInTheDocument();
    expect(router.replace).toHaveBeenCalledWith({ pathname: '/home', query: { show: 'photo' } }, undefined, {
      shallow: true,
      scroll: false,
    });
  });

  it('ignores unknown notices in the URL', async () => {
    show({ notice: 'You won a prize' });
    await act(settle);
    expect(screen.queryByText(/prize|creators/)).not.toBeInTheDocument();
  });
});
