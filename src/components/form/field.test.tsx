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

  it('puts the error in place of the hint and marks the control', () => {
    render(
      <Field label="Price" hint="Between $2.95 and $300.00" error="The lowest price is $2.95.">
        <Input />
      </Field>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('The lowest price is $2.95.');
    expect(screen.getByLabelText('Price')).toBeInvalid();
    expect(screen.getByLabelText('Price')).toHaveAccessibleDescription('The lowest price is $2.95.');
  });

  it('lets a sum be typed with either decimal sign and nothing else', async () => {
    function Price() {
      const [value, setValue] = useState('');
      return (
        <Field label="Price">
          <MoneyInput value={value} onChange={setValue} />
        </Field>
      );
    }
    render(<Price />);
    await userEvent.type(screen.getByLabelText('Price'), 'a8,505');
    expect(screen.getByLabelText('Price')).toHaveValue('8.50');
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
