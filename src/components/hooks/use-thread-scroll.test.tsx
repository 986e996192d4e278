import { fireEvent, render, screen } from '@testing-library/react';
import { useThreadScroll } from './use-thread-scroll';

const theirIds = new Set(['m1', 'm2']);

function Log({ ids }: { ids: readonly string[] }) {
  const { frame, content, isAway, missed, handleScroll } = useThreadScroll({
    ids,
    theirIds,
    outgoing: 0,
    isReady: true,
    reachesEnd: true,
    openAtId: null,
    isUnread: true,
  });
  return (
    <div ref={frame} role="log" onScroll={handleScroll} data-away={isAway} data-missed={missed}>
      <div ref={content} />
    </div>
  );
}

let sizes = { scrollHeight: 1000, clientHeight: 400 };
beforeEach(() => {
  sizes = { scrollHeight: 1000, clientHeight: 400 };
  for (const name of ['scrollHeight', 'clientHeight'] as const) {
    vi.spyOn(Element.prototype, name, 'get').mockImplementation(() => sizes[name]);
  }
});
afterEach(() => vi.restoreAllMocks());

const log = () => screen.getByRole('log');
function scrollTo(top: number) {
  log().scrollTop = top;
  fireEvent.scroll(log());
}

describe('scroll position in a conversation', () => {
  it('follows new messages only at the end', () => {
    const { rerender } = render(<Log ids={['m1']} />);
    expect(log().scrollTop).toBe(1000);
    scrollTo(600);
    sizes.scrollHeight = 1500;
    rerender(<Log ids={['m1', 'm2']} />);
    expect(log().scrollTop).toBe(1500);
    scrollTo(100);
    expect(log().dataset).toMatchObject({ away: 'true', missed: '0' });
    rerender(<Log ids={['m1', 'm2', 'm1']} />);
    expect(log().scrollTop).toBe(100);
  });

  it('still follows new messages if one arrives just before a scroll event', () => {
    render(<Log ids={['m1']} />);
    sizes.scrollHeight = 1900;
    scrollTo(600);
    expect(log().scrollTop).toBe(1900);
    sizes.clientHeight = 300;
    scrollTo(1500);
    expect(log().scrollTop).toBe(1900);
    expect(log().dataset['away']).toBe('false');
  });
});
