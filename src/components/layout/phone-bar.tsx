import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Brand } from '../basic/brand';
import { Count } from '../basic/count';
import type { Glyph } from '../basic/icon';
import { IconButton } from '../basic/icon-button';
import styles from './phone-bar.module.css';

type PhoneBarProps = {
  /** Icon buttons at the right. */
  children?: ReactNode;
} & (
  | { siteName: string; logoUrl?: string | null; homeHref?: string; title?: undefined; back?: undefined }
  | {
      /** The page's name in place of the brand; it is the page's heading on phones. */
      title: string;
      /** Where the arrow leads, when there is a way up. */
      back?: { href: string; label: string };
      siteName?: undefined;
    }
);

/** The bar on top of signed-in pages below 760 px: brand or page name, then actions. */
export function PhoneBar(props: PhoneBarProps) {
  return (
    <header className={styles.bar}>
      {props.title === undefined ? (
        <span className="grow">
          <Brand siteName={props.siteName} logoUrl={props.logoUrl} href={props.homeHref} />
        </span>
      ) : (
        <>
          {props.back && <IconButton icon={ArrowLeft} label={props.back.label} href={props.back.href} />}
          <p className={cx('grow truncate', styles.title)}>{props.title}</p>
        </>
      )}
      {props.children}
    </header>
  );
}

interface BarLinkProps {
  icon: Glyph;
  label: string;
  href: string;
  /** Things waiting there. */
  count?: number;
  /** What they are: `unread`. */
  countLabel?: string;
  isCurrent?: boolean;
}

/** A place in a bar by its icon, with how much waits there. */
export function BarLink({ icon, label, href, count = 0, countLabel = 'new', isCurrent }: BarLinkProps) {
  return (
    <span className={styles.link}>
      <IconButton
        icon={icon}
        label={count > 0 ? `${label}, ${count} ${countLabel}` : label}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
      />
      <span aria-hidden="true">
        <Count value={count} size="sm" className={styles.count} />
      </span>
    </span>
  );
}
