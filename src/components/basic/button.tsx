import Link from 'next/link';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon, type Glyph } from './icon';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger' | 'gift' | 'media';

interface Look {
  /** Use only one `primary` per view or sheet. */
  variant?: ButtonVariant;
  size?: 'sm' | 'md' | 'lg';
  block?: boolean;
  icon?: Glyph;
  iconEnd?: Glyph;
  /** Ignores clicks, but keeps the focus and at least its width. */
  busy?: boolean;
  /** Such as `Paying $10.20`. By default, the label stays. */
  busyLabel?: string;
  className?: string;
  children?: ReactNode;
}

type AsButton = Look & Omit<ComponentPropsWithRef<'button'>, keyof Look> & { href?: undefined };
type AsLink = Look & Omit<ComponentPropsWithRef<'a'>, keyof Look | 'href'> & { href: string };
export type ButtonProps = AsButton | AsLink;

/** With `href`, a link. The label of a button that spends money states the amount. */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'md',
    block,
    icon,
    iconEnd,
    busy,
    busyLabel,
    className,
    children,
    ...rest
  } = props;
  const iconSize = size === 'sm' ? 16 : 20;
  // Notices never cover primary buttons: they find them by this attribute.
  const isPrimary = variant === 'primary' ? '' : undefined;
  const look = cx(styles.btn, styles[variant], styles[size], block && styles.block, className);
  const label = (
    <>
      {icon && <Icon of={icon} size={iconSize} />}
      {children}
      {iconEnd && <Icon of={iconEnd} size={iconSize} />}
    </>
  );
  if (rest.href !== undefined) {
    return (
      <Link {...rest} className={look} data-primary={isPrimary}>
        {label}
      </Link>
    );
  }
  const { href: _href, onClick, ...button } = rest;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...button}
      className={look}
      data-primary={isPrimary}
      onClick={handleClick}
      // The name must contain the visible text, but "Renew Ovela" does not contain "Renewing". WCAG 2.5.3.
      aria-label={busy && busyLabel ? undefined : button['aria-label']}
      aria-busy={busy || undefined}
      aria-disabled={busy || button['aria-disabled']}
    >
      {busy ? (
        <span className={styles.both}>
          <span className={styles.label} style={{ visibility: 'hidden' }} aria-hidden="true">
            {label}
          </span>
          <span className={styles.label}>
            <span className={styles.spin} />
            {busyLabel ?? children}
          </span>
        </span>
      ) : (
        label
      )}
    </button>
  );
}
