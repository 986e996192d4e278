import { render } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReactNode } from 'react';
import { ErrorState } from '../states/error-state';
import { InfiniteEnd } from '../list/infinite-end';
import { ReconnectCountContext } from './use-retry-when-back';

function withReturns(part: ReactNode) {
  const at = (returns: number) => <ReconnectCountContext value={returns}>{part}</ReconnectCountContext>;
  const { rerender } = render(at(3));
  return { comeBack: () => rerender(at(4)), stay: () => rerender(at(3)) };
}

describe('retry after a reconnect', () => {
  it('loads a failed empty list again, once per reconnect', () => {
    const retry = vi.fn();
    const { comeBack, stay } = withReturns(<ErrorState title="The posts did not load" onRetry={retry} />);
    stay();
    expect(retry).not.toHaveBeenCalled();
    comeBack();
    comeBack();
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('loads the next page of a list again only if it failed', () => {
    const more = vi.fn();
    const { comeBack } = withReturns(
      <>
        <InfiniteEnd state="failed" onMore={more} />
        <InfiniteEnd state="end" onMore={() => more('end')} />
        <InfiniteEnd state="loading" onMore={() => more('loading')} />
      </>,
    );
    comeBack();
    expect(more.mock.calls).toEqual([[]]);
  });

  it('is used wherever a text says that something did not load', () => {
    const src = path.join(__dirname, '../..');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.tsx$/.test(file),
    );
    const without = files.filter((file) => {
      const source = readFileSync(path.join(src, file), 'utf8');
      return (
        /did not load/.test(source) &&
        !/<ErrorState|<ListStates|<PageList|<InfiniteEnd|useRetryOnReconnect|<LazyPart|LazyState|<MissingPart/.test(
          source,
        )
      );
    });
    expect(without).toEqual([]);
  });
});
