import { act, screen } from '@testing-library/react';
import { badgesFeature } from '@/features/conversation/badges/badges-feature';
import { intentFeature } from '@/features/money/checkout/intent-feature';
import { renderWithStore, settle } from '../../tests/harness/render-with-store';
import { AppEffects } from './app-effects';

describe('G-14: somebody who opened a page of others', () => {
  const show = (query: Record<string, string>) =>
    renderWithStore(<AppEffects />, { features: [badgesFeature, intentFeature], user: {}, path: '/home', query });

  it('is told why they are here, and the address forgets it', async () => {
    const { router } = show({ notice: 'creators-only', show: 'photo' });
    await act(settle);
    expect(screen.getByText(/That page is for creators/)).toBeInTheDocument();
    expect(router.replace).toHaveBeenCalledWith({ pathname: '/home', query: { show: 'photo' } }, undefined, {
      shallow: true,
      scroll: false,
    });
  });

  it('is told nothing that the address makes up', async () => {
    show({ notice: 'You won a prize' });
    await act(settle);
    expect(screen.queryByText(/prize|creators/)).not.toBeInTheDocument();
  });
});
