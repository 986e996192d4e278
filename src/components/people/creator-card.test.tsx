import { render, screen } from '@testing-library/react';
import { CreatorCard } from './creator-card';

describe('price on a creator card', () => {
  it.each([
    ['a price', { monthlyPrice: 9.95 }, '$9.95 a month'],
    ['a price after a trial', { monthlyPrice: 9.95, trialDays: 7 }, '7 days free, or $9.95 a month'],
    ['no price at all', { monthlyPrice: 0 }, 'Free to follow'],
    ['a trial without a listed price', { trialDays: 1 }, '1 day free'],
  ])('is shown for %s', (_what, price, text) => {
    const { container } = render(<CreatorCard href="/mira" name="Mira Okafor" {...price} />);
    expect(container).toHaveTextContent(text);
  });

  it('is absent if the list has no prices', () => {
    render(<CreatorCard href="/mira" name="Mira Okafor" />);
    expect(screen.getByRole('article')).not.toHaveTextContent(/free|\$/i);
  });
});
