import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { Button } from './button';

describe('Button', () => {
  it('while busy, shows the busy label and ignores clicks', async () => {
    const onClick = vi.fn();
    const user = userEvent.setup();
    render(
      <Button busy busyLabel="Paying $10.20" onClick={onClick}>
        Pay $10.20
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Paying $10.20' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('has its visible text as accessible name, busy or not', () => {
    const button = (busy: boolean) => (
      <Button busy={busy} busyLabel="Renewing" aria-label="Renew Noor">
        Renew
      </Button>
    );
    const { rerender } = render(button(false));
    expect(screen.getByRole('button')).toHaveAccessibleName('Renew Noor');
    rerender(button(true));
    expect(screen.getByRole('button')).toHaveAccessibleName('Renewing');
  });

  it('keeps the focus when it becomes busy', () => {
    const { rerender } = render(<Button>Pay</Button>);
    screen.getByRole('button').focus();
    rerender(<Button busy>Pay</Button>);
    expect(screen.getByRole('button')).toHaveFocus();
  });

  it('while busy, does not submit its form, not even by Enter', async () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    const user = userEvent.setup();
    render(
      <form onSubmit={onSubmit}>
        <input aria-label="Amount" />
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    );
    await user.type(screen.getByLabelText('Amount'), '5{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('renders a link when it has an href', () => {
    render(<Button href="/creators">Find creators</Button>);
    expect(screen.getByRole('link', { name: 'Find creators' })).toHaveAttribute('href', '/creators');
  });
});
