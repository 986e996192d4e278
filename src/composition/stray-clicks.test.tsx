import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { ignoreStrayClicks } from './stray-clicks';

const onPress = vi.fn();

function Page({ next }: { next: string }) {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? (
    <button key="first" type="button" onClick={() => setIsOpen(false)}>
      <b>Pay</b>
    </button>
  ) : (
    <button key="second" type="button" onClick={onPress}>
      {next}
    </button>
  );
}

let stop: () => void;
beforeEach(() => (stop = ignoreStrayClicks()));
afterEach(() => stop());

function pressTwice(next: string, detail: number): number {
  onPress.mockClear();
  render(<Page next={next} />);
  fireEvent.click(screen.getByText('Pay'), { detail: 1 });
  fireEvent.click(screen.getByRole('button'), { detail });
  return onPress.mock.calls.length;
}

describe('the second click of a double click', () => {
  it('does not press what took the place of the first control', () => {
    expect(pressTwice('Withdraw', 2)).toBe(0);
    fireEvent.click(screen.getByText('Withdraw'), { detail: 1 });
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  it('presses a control of the same name, such as a pager that is drawn again', () => {
    expect(pressTwice('Pay', 2)).toBe(1);
  });

  it('presses the same control again', () => {
    render(
      <button type="button" onClick={onPress}>
        More
      </button>,
    );
    onPress.mockClear();
    fireEvent.click(screen.getByText('More'), { detail: 1 });
    fireEvent.click(screen.getByText('More'), { detail: 2 });
    expect(onPress).toHaveBeenCalledTimes(2);
  });
});

it('two quick taps press both controls', () => {
  onPress.mockClear();
  render(<Page next="Continue" />);
  fireEvent.click(screen.getByText('Pay'), { detail: 1 });
  const next = screen.getByText('Continue');
  const tap = createEvent.click(next, { detail: 2 });
  Object.defineProperty(tap, 'pointerType', { value: 'touch' });
  fireEvent(next, tap);
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('a later click presses what is there', () => {
  expect(pressTwice('Withdraw', 1)).toBe(1);
});
