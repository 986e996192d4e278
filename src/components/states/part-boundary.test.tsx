import { fireEvent, render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { useState } from 'react';
import { AppShell, PageColumn } from '../layout/app-shell';
import { Panel } from '../layout/panel';
import { FailureReport, PartBoundary, type PartFailure } from './part-boundary';
import { Sheet } from '../layout/sheet';
import { WindowedList } from '../list/windowed-list';

let isBroken = true;
beforeEach(() => {
  isBroken = true;
  // React logs even errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Fragile() {
  if (isBroken) throw new Error('no such colour');
  return <p>All is well</p>;
}

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count}
    </button>
  );
}

function expectUsable() {
  fireEvent.click(screen.getByRole('button', { name: /^Pressed/ }));
  expect(screen.getByRole('button', { name: 'Pressed 1' })).toBeInTheDocument();
}

describe('an error in a part of a page', () => {
  it('shows one line, leaves the rest usable, and disappears on a successful retry', () => {
    render(
      <>
        <Counter />
        <PartBoundary part="post" text="This post could not be shown.">
          <Fragile />
        </PartBoundary>
      </>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('This post could not be shown.');
    expectUsable();
    isBroken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('All is well')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is reported to the operators with the part and the component stack', () => {
    const told: PartFailure[] = [];
    render(
      <FailureReport value={(failure) => told.push(failure)}>
        <PartBoundary part="post">
          <Fragile />
        </PartBoundary>
      </FailureReport>,
    );
    expect(told).toEqual([
      { part: 'post', error: new Error('no such colour'), where: expect.stringContaining('Fragile') },
    ]);
  });

  it('is retried when the reset key changes', () => {
    const page = (key: string) => (
      <PartBoundary part="page" resetKey={key}>
        <Fragile />
      </PartBoundary>
    );
    const { rerender } = render(page('/home'));
    isBroken = false;
    rerender(page('/home'));
    expect(screen.getByRole('alert')).toBeInTheDocument();
    rerender(page('/wallet'));
    expect(screen.getByText('All is well')).toBeInTheDocument();
  });

  it('affects only one item of a list', () => {
    render(
      <WindowedList
        name="posts"
        items={['a', 'b', 'c']}
        render={(item) => (item === 'b' ? <Fragile key={item} /> : <p key={item}>{`Post ${item}`}</p>)}
      />,
    );
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.getByText('Post a')).toBeInTheDocument();
    expect(screen.getByText('Post c')).toBeInTheDocument();
  });

  it('affects only the content of a sheet, which can still be closed', () => {
    const close = vi.fn();
    render(
      <Sheet open title="Tip Noor" onClose={close}>
        <Fragile />
      </Sheet>,
    );
    expect(screen.getByRole('alert')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalled();
  });

  it.each([
    ['a panel', <Panel key="panel" title="Wallet"><Fragile /></Panel>],
    ['the navigation', <AppShell key="shell" side={<Fragile />}><p>Page</p></AppShell>],
    ['the column beside the page', <PageColumn key="page" aside={<Fragile />}><p>Page</p></PageColumn>],
  ])('affects only %s', (_name, part) => {
    render(
      <>
        {part}
        <Counter />
      </>,
    );
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expectUsable();
  }); // prettier-ignore
});

describe('every lazily loaded component', () => {
  it('has a `loading` component that shows failures', () => {
    const src = path.join(__dirname, '../..');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.tsx$/.test(file),
    );
    const silent = files.filter((file) => {
      const source = readFileSync(path.join(src, file), 'utf8');
      if (!source.includes("'next/dynamic'")) return false;
      // Parts that the server renders arrive with the page itself.
      const calls = source
        .split(/\bdynamic(?:<[^(]*>)?\(/)
        .slice(1)
        .map((rest) => rest.split(';\n')[0]!);
      return calls.some((call) => call.includes('ssr: false') && !call.includes('loading'));
    });
    expect(silent).toEqual([]);
  });
});
