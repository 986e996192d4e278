import { render, screen } from '@testing-library/react';
import { ProblemSummary } from './problem-summary';

const problem = { text: 'Set a price.' };

it('the summary takes the focus when submitting fails, but not when a problem returns while the user types', () => {
  const show = (attempt: number, problems: { text: string }[]) => (
    <>
      <ProblemSummary problems={problems} attempt={attempt} />
      <input aria-label="Price" />
    </>
  );
  const { rerender } = render(show(0, []));
  rerender(show(1, [problem]));
  expect(screen.getByRole('alert')).toHaveFocus();
  screen.getByLabelText('Price').focus();
  rerender(show(1, []));
  rerender(show(1, [problem]));
  expect(screen.getByLabelText('Price')).toHaveFocus();
  rerender(show(2, [problem]));
  expect(screen.getByRole('alert')).toHaveFocus();
  screen.getByLabelText('Price').focus();
  // The form is submitted again, and the server rejects it for the same reason.
  rerender(show(0, []));
  rerender(show(2, [problem]));
  expect(screen.getByRole('alert')).toHaveFocus();
});
