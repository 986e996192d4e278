import { render, screen } from '@testing-library/react';
import { ProblemSummary } from './problem-summary';

const problem = { text: 'Set a price.' };

it('takes the focus when an attempt fails, but not when a problem returns while the user types', () => {
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
  // Submitted, and rejected by the server as before.
  rerender(show(0, []));
  rerender(show(2, [problem]));
  expect(screen.getByRole('alert')).toHaveFocus();
});
