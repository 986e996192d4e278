import { createEvent, fireEvent, screen } from '@testing-library/react';
import { renderWithStore, storeForTest } from '../../tests/harness/render-with-store';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { useContentProtection } from './use-content-protection';

function Page() {
  useContentProtection();
  return (
    <>
      <p>A picture of a kiln</p>
      <input aria-label="Comment" />
      <code data-copyable>JBSW Y3DP</code>
    </>
  );
}

function show(contentProtection?: boolean) {
  const given = storeForTest();
  given.store.dispatch(settingsLoaded({ contentProtection }));
  return renderWithStore(<Page />, { given });
}

const picture = () => screen.getByText('A picture of a kiln');
const field = () => screen.getByLabelText('Comment');
const code = () => screen.getByText('JBSW Y3DP');

function happens(target: Element, event: Event, pointerType?: string): boolean {
  if (pointerType !== undefined) Object.assign(event, { pointerType });
  return fireEvent(target, event);
}

describe('content protection', () => {
  it('blocks right-click, long press and copy on content', () => {
    show(true);
    expect(happens(picture(), createEvent.contextMenu(picture(), { button: 2 }))).toBe(false);
    expect(happens(picture(), createEvent.contextMenu(picture(), { button: 0 }), 'touch')).toBe(false);
    expect(happens(picture(), createEvent.copy(picture()))).toBe(false);
    expect(document.documentElement.dataset).toHaveProperty('protected');
  });

  it.each([
    ['F12', {}],
    ['I', { ctrlKey: true, shiftKey: true }],
    ['J', { ctrlKey: true, shiftKey: true }],
    ['C', { ctrlKey: true, shiftKey: true }],
    ['u', { ctrlKey: true }],
    ['i', { metaKey: true, altKey: true }],
  ])('blocks the developer-tool shortcut %s %j', (key, held) => {
    show(true);
    expect(fireEvent.keyDown(document.body, { key, ...held })).toBe(false);
  });

  it.each([
    ['F12', 'Unidentified', {}],
    ['KeyI', 'ш', { ctrlKey: true, shiftKey: true }],
    ['KeyJ', 'ξ', { ctrlKey: true, shiftKey: true }],
    ['KeyU', 'г', { ctrlKey: true }],
    ['KeyI', 'ˆ', { metaKey: true, altKey: true }],
    ['KeyC', 'ç', { metaKey: true, altKey: true }],
  ])('specification 1: blocks the shortcut with key code %s, even if the keyboard types %s: %j', (code, key, held) => {
    show(true);
    expect(fireEvent.keyDown(document.body, { code, key, ...held })).toBe(false);
    expect(fireEvent.keyDown(document.body, { code: 'KeyX', key, ...held })).toBe(true);
  });

  it('does not affect fields, texts meant to be copied, other keys and the menu key', () => {
    show(true);
    expect(happens(field(), createEvent.contextMenu(field(), { button: 2 }))).toBe(true);
    expect(happens(field(), createEvent.copy(field()))).toBe(true);
    expect(happens(field(), createEvent.cut(field()))).toBe(true);
    expect(happens(code(), createEvent.copy(code()))).toBe(true);
    expect(happens(picture(), createEvent.contextMenu(picture(), { button: 0 }), '')).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'c', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(document.body, { key: 'Tab' })).toBe(true);
  });

  it('is on by default, off if the operator disables it, and ends with the page', () => {
    const unknown = show();
    expect(document.documentElement.dataset).toHaveProperty('protected');
    unknown.unmount();
    expect(document.documentElement.dataset).not.toHaveProperty('protected');
    show(false);
    expect(happens(picture(), createEvent.contextMenu(picture(), { button: 2 }))).toBe(true);
    expect(document.documentElement.dataset).not.toHaveProperty('protected');
  });
});
