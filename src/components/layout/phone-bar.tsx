import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Brand } from '../basic/brand';
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
          <p className={styles.title}>{props.title}</p>
        </>
      )}
      {props.children}
    </header>
  );
}
