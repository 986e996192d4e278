import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../basic/button';
import { ToastHost, type Toast } from './toast-host';

const [first, second]: [Toast, Toast] = [
  { id: 'one', text: 'Post hidden', action: 'Undo' },
  { id: 'two', text: 'Link copied' },
];

function layOut(tops: Record<string, [top: number, height: number]>): void {
  const isNotices = (element: Element) => element.getAttribute('role') === 'status';
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => {
    return { bottom: isNotices(element) ? '10px' : 'auto' } as CSSStyleDeclaration;
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top, height] = tops[this.textContent ?? ''] ?? [0, 0];
    return new DOMRect(0, top, height > 0 ? 400 : 0, height);
  });
  Element.prototype.checkVisibility = () => true;
}

const shownRise = () => screen.getByRole('status').style.getPropertyValue('--rise');

afterEach(() => vi.restoreAllMocks());

describe('notices on a page', () => {
  const page = (toasts: Toast[]) => (
    <>
      <Button variant="primary">Unlock for $6.00</Button>
      <Button>Share</Button>
      <Button>Photo</Button>
      <ToastHost toasts={toasts} onAction={() => undefined} onClose={() => undefined} />
    </>
  );

  it('stay at the foot of the page if they cover no control there', () => {
    layOut({ 'Unlock for $6.00': [100, 40], Share: [200, 40] });
    render(page([second]));
    expect(shownRise()).toBe('');
  });

  it('rise above the control that they would cover, and again if they would then cover the next', () => {
    // The notice covers the pixels 540 to 590. Raised above Share, it would begin at 502 and cover Unlock.
    layOut({ Share: [545, 40], 'Unlock for $6.00': [500, 40] });
    render(page([second]));
    expect(shownRise()).toBe(`${590 - 500 + 8}px`);
  });

  it('may cover part of a control that stays easy to press, but never a primary button', () => {
    layOut({ Photo: [200, 390] });
    const { unmount } = render(page([second]));
    expect(shownRise()).toBe('');
    unmount();
    layOut({ 'Unlock for $6.00': [200, 390] });
    render(page([second]));
    expect(shownRise()).toBe(`${590 - 200 + 8}px`);
  });

  it('cover as little as possible if no place is free', () => {
    layOut({ 'Unlock for $6.00': [0, 560], Share: [562, 30] });
    render(page([second]));
    expect(shownRise()).toBe(`${590 - 562 + 8}px`);
  });
});

describe('closing notices', () => {
  const closed: string[] = [];
  const show = () => {
    closed.length = 0;
    render(<ToastHost toasts={[first, second]} onAction={() => undefined} onClose={(id) => void closed.push(id)} />);
  };

  it('Esc closes the newest notice', async () => {
    show();
    await userEvent.keyboard('{Escape}');
    expect(closed).toEqual(['two']);
  });

  it('Esc closes no notice if something else handled the key', () => {
    show();
    const take = (event: Event) => event.preventDefault();
    document.addEventListener('keydown', take);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    document.removeEventListener('keydown', take);
    expect(closed).toEqual([]);
  });

  it('a swipe closes the touched notice, a tap closes none', () => {
    show();
    const text = screen.getByText('Post hidden');
    const at = (clientX: number) => ({ touches: [{ clientX, clientY: 0 }], changedTouches: [{ clientX, clientY: 0 }] });
    fireEvent.touchStart(text, at(0));
    fireEvent.touchEnd(text, at(6));
    expect(closed).toEqual([]);
    fireEvent.touchStart(text, at(0));
    fireEvent.touchEnd(text, at(120));
    expect(closed).toEqual(['one']);
  });
});
