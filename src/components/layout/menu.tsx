import Link from 'next/link';
import { Ellipsis } from 'lucide-react';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { cx } from '@/lib/cx';
import { Icon, type Glyph } from '../basic/icon';
import { IconButton } from '../basic/icon-button';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  icon?: Glyph;
  href?: string;
  onSelect?: () => void;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
}

interface TriggerProps {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  label: string;
  items: MenuItem[];
  align?: 'start' | 'end';
  /** Renders a trigger instead of the three dots; spread the given props on it. */
  renderTrigger?: (props: TriggerProps) => ReactNode;
  className?: string;
}

/** Arrows, Home, End and first letters move the focus; Esc, Tab or a press outside closes the menu. */
export function Menu({ label, items, align = 'end', renderTrigger, className }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!open || !element || !button) return undefined;
    const place = () => placeBeside(element, button, align);
    // In the top layer, no box around the menu can clip it.
    element.showPopover?.();
    place();
    listChoices(element)[0]?.focus({ preventScroll: true });
    const end = new AbortController();
    window.addEventListener('scroll', place, { capture: true, passive: true, signal: end.signal });
    window.addEventListener('resize', place, { signal: end.signal });
    return () => end.abort();
  }, [open, button, align]);

  const close = () => {
    setOpen(false);
    button?.focus();
  };
  const triggerProps: TriggerProps = {
    ref: setButton,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? listId : undefined,
    onClick: () => setOpen(!open),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' || open) return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return (
    <div ref={root} className={cx(styles.root, className)}>
      {renderTrigger ? renderTrigger(triggerProps) : <IconButton icon={Ellipsis} label={label} {...triggerProps} />}
      {open && (
        <div
          ref={list}
          id={listId}
          role="menu"
          popover="manual"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          onKeyDown={(event) => handleKey(event, close)}
        >
          {items.map((item) => (
            <MenuRow key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuRow({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const look = cx(styles.item, item.tone === 'danger' && styles.danger);
  const content = (
    <>
      {item.icon && <Icon of={item.icon} />}
      {item.label}
    </>
  );
  if (item.href !== undefined) {
    return (
      <Link className={look} role="menuitem" tabIndex={-1} href={item.href} onClick={onDone}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={look}
      role="menuitem"
      tabIndex={-1}
      disabled={item.disabled}
      onClick={() => {
        // Return the focus first: a dialog opened by the action will later return it to the same control.
        onDone();
        item.onSelect?.();
      }}
    >
      {content}
    </button>
  );
}

const GAP_PX = 6;
const MARGIN_PX = 8;

/** Places the list below the button, or above it if there is no room, but always inside the window. */
function placeBeside(list: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = bottom + GAP_PX;
  const fitsBelow = below + height <= window.innerHeight - MARGIN_PX;
  const last = document.documentElement.clientWidth - MARGIN_PX - width;
  list.style.top = `${fitsBelow ? below : Math.max(MARGIN_PX, top - GAP_PX - height)}px`;
  list.style.left = `${Math.max(MARGIN_PX, Math.min(last, align === 'start' ? left : right - width))}px`;
}

function listChoices(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')];
}

function handleKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const all = listChoices(event.currentTarget);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const target = findNextChoice(event.key, all, at);
  if (target) {
    event.preventDefault();
    target.focus();
  } else if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    close();
  } else if (event.key === 'Tab') close();
}

function findNextChoice(key: string, all: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return order.find((choice) => choice.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}
