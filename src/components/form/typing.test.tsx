import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useState, type ReactNode } from 'react';
import { Field } from './field';
import { Input } from './input';
import { MoneyInput } from './money-input';
import { PasswordInput } from './password-input';
import { UsernameField } from './person-inputs';
import { SearchField } from './search-field';
import { Select } from './select';
import { TextArea } from './text-area';

interface Typed {
  value: string;
  set: (value: string) => void;
  /** Toggles with each typed character, like the optional parts around a control. */
  on: boolean;
}

interface Control {
  of: (typed: Typed) => ReactNode;
  keys?: string;
  gives?: string;
  role?: string;
}

const all = ['One', 'Two', 'Three'].map((label) => ({ value: label.toLowerCase(), label }));

const controls: Record<string, Control> = {
  'input.tsx': {
    of: ({ value, set, on }) => (
      <Input
        value={value}
        onChange={(event) => set(event.target.value)}
        lead={on ? '@' : undefined}
        trail={value.length % 4 === 2 ? <button type="button">Copy</button> : undefined}
      />
    ),
  },
  'money-input.tsx': {
    of: ({ value, set }) => <MoneyInput value={value} onChange={set} />,
    keys: '12.50',
    gives: '12.50',
  },
  'password-input.tsx': {
    of: ({ value, set }) => <PasswordInput value={value} onChange={(event) => set(event.target.value)} />,
  },
  'person-inputs.tsx': {
    of: ({ value, set, on }) => (
      <UsernameField isFree={on} value={value} onChange={(event) => set(event.target.value)} />
    ),
    role: 'textbox',
  },
  'search-field.tsx': {
    of: ({ value, set, on }) => <SearchField label="Words" value={value} onChange={set} size={on ? 'lg' : 'md'} />,
    role: 'searchbox',
  },
  'text-area.tsx': { of: ({ value, set }) => <TextArea value={value} onChange={(event) => set(event.target.value)} /> },
};

function Form({ of }: { of: Control['of'] }) {
  const [value, setValue] = useState('');
  const on = value.length % 2 === 1;
  return (
    <Field
      label="Words"
      hint={on ? 'A hint' : undefined}
      error={value.length % 3 === 2 ? 'Not yet' : undefined}
      aside={on ? <span>Aside</span> : undefined}
      optional={on}
    >
      {of({ value, set: setValue, on })}
    </Field>
  );
}

describe('keeps the element and its focus while optional parts around it appear and disappear', () => {
  it.each(Object.entries(controls))('%s', async (_file, { of, keys = '4242 word', gives = keys, role }) => {
    render(<Form of={of} />);
    const control = role ? screen.getByRole(role) : screen.getByLabelText(/^Words/);
    await userEvent.click(control);
    // `type` would focus the element again; these keys go to the element that has the focus.
    await userEvent.keyboard(keys);
    expect(control).toHaveFocus();
    expect(control).toHaveValue(gives);
    expect(control).toBeInTheDocument();
  });

  it('select.tsx', async () => {
    function Choice() {
      const [value, setValue] = useState('');
      return (
        <Field label="Number" error={value === '' ? 'Choose one' : undefined}>
          <Select
            options={value === 'two' ? all.slice(1) : all}
            placeholder={value === '' ? 'Choose' : undefined}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      );
    }
    render(<Choice />);
    const control = screen.getByLabelText('Number');
    await userEvent.tab();
    for (const choice of ['two', 'three', 'two']) await userEvent.selectOptions(control, choice);
    expect(control).toHaveFocus();
    expect(control).toHaveValue('two');
  });

  it('tests every component that has a text control', () => {
    const named = /<(input|textarea|select|Input)\b/;
    // Controls without typed text: checked, dragged, or chosen in a system picker; and placeholders while a control loads.
    const untyped = /type="(checkbox|radio|range|file|time)"|type = .checkbox.|<Input disabled/;
    const files = readdirSync(__dirname).filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
    const holders = files.filter((file) => {
      const source = readFileSync(path.join(__dirname, file), 'utf8');
      return named.test(source) && !untyped.test(source);
    });
    expect(holders.sort()).toEqual([...Object.keys(controls), 'select.tsx'].sort());
  });
});
