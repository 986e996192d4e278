import { screen } from '@testing-library/react';
import { renderWithStore } from '../../../../tests/harness/render-with-store';
import { OnlyYou } from './profile-notes';

describe('the own page of a creator', () => {
  it('says that nobody else sees it until it is approved, with the way to the checklist', () => {
    renderWithStore(<OnlyYou />, { user: { isPerformer: true, verifiedDocument: false } as never });
    expect(screen.getByText(/Only you can see this page until you’re approved/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Set up your page' })).toHaveAttribute('href', '/home');
  });

  it('says nothing once it is', () => {
    const { container } = renderWithStore(<OnlyYou />, {
      user: { isPerformer: true, verifiedDocument: true } as never,
    });
    expect(container).toBeEmptyDOMElement();
  });
});
