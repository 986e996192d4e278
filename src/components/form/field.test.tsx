import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from './field';
import { Input } from './input';
import { MoneyInput } from './money-input';
import { PasswordInput } from './password-input';

describe('Field', () => {
  it('links label and hint to the control inside', () => {
    render(
      <Field label="Price" hint="Between $2.95 and $300.00">
        <Input />
      </Field>,
    );
    expect(screen.getByLabelText('Price')).toHaveAccessibleDescription('Between $2.95 and $300.00');
    expect(screen.getByLabelText('Price')).not.toBeInvalid();
  });

  it('shows the error instead of the hint and marks the control as invalid', () => {
    render(
      <Field label="Price" hint="Between $2.95 and $300.00" error="The lowest price is $2.95.">
        <Input />
      </Field>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('The lowest price is $2.95.');
    expect(screen.getByLabelText('Price')).toBeInvalid();
    expect(screen.getByLabelText('Price')).toHaveAccessibleDescription('The lowest price is $2.95.');
  });

  function Price({ onSum }: { onSum: (sum: number) => void }) {
    const [value, setValue] = useState('');
    onSum(Number(value));
    return (
      <>
        <Field label="Price">
          <MoneyInput value={value} onChange={setValue} />
        </Field>
        <button type="button" onClick={() => setValue('25.00')}>
          $25
        </button>
      </>
    );
  }

  it.each([
    ['8,50', 8.5, '8.50'],
    ['1,200', 1200, '1200'],
    ['$1,234.56', 1234.56, '1234.56'],
    ['1.234,56', 1234.56, '1234.56'],
    ['12,345,678', 12_345_678, '12345678'],
  ])('keeps the amount %s as typed until blur, and then shows it parsed', async (typed, sum, left) => {
    const onSum = vi.fn();
    render(<Price onSum={onSum} />);
    const control = screen.getByLabelText('Price');
    await userEvent.click(control);
    for (const [index, key] of typed.split('').entries()) {
      await userEvent.keyboard(key);
      expect(control).toHaveValue(typed.slice(0, index + 1));
    }
    expect(onSum).toHaveBeenLastCalledWith(sum);
    await userEvent.tab();
    expect(control).toHaveValue(left);
  });

  it.each(['-5', '1e9', 'a8', '8.505.'])('shows an error for the amount %s and keeps the text', async (typed) => {
    const onSum = vi.fn();
    render(<Price onSum={onSum} />);
    await userEvent.type(screen.getByLabelText('Price'), typed);
    await userEvent.tab();
    expect(onSum).toHaveBeenLastCalledWith(NaN);
    expect(screen.getByLabelText('Price')).toHaveValue(typed);
    await userEvent.click(screen.getByRole('button', { name: '$25' }));
    expect(screen.getByLabelText('Price')).toHaveValue('25.00');
  });

  it('shows a password on request', async () => {
    render(
      <Field label="Password">
        <PasswordInput />
      </Field>,
    );
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  });
});
