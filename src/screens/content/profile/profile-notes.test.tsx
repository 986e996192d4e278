import { screen } from '@testing-library/react';
import { renderWithStore } from '../../../../tests/harness/render-with-store';
import { OnlyYou } from './profile-notes';

describe('the note that only you can see the page', () => {
  it('tells a creator who is not approved that the page is hidden, with a link to the checklist', () => {
    renderWithStore(<OnlyYou />, { user: { isPerformer: true, verifiedDocument: false } as never });
    expect(screen.getByText(/Only you can see this page until you’re approved/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Set up your page' })).toHaveAttribute('href', '/home');
  });

  it('is not shown once the creator is approved', () => {
    const { container } = renderWithStore(<OnlyYou />, {
      user: { isPerformer: true, verifiedDocument: true } as never,
    });
    expect(container).toBeEmptyDOMElement();
  });
});
