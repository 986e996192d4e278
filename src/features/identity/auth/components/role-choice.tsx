import Link from 'next/link';
import { Brush, ChevronRight, Heart } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { paths } from '@/config/paths';
import styles from './auth-forms.module.css';

/** Fan or creator. @param query carried on, so that one comes back to what one wanted to open. */
export function RoleChoice({ query = '' }: { query?: string }) {
  return (
    <div className={styles.choices}>
      <Link className={styles.choice} href={`${paths.auth.fanRegister}${query}`}>
        <Icon of={Heart} size={24} />
        <span className="grow">
          <h2>Follow and subscribe</h2>
          <p>See what creators make, message them, keep what you unlock.</p>
        </span>
        <Icon of={ChevronRight} />
      </Link>
      <Link className={styles.choice} href={paths.auth.creatorRegister}>
        <Icon of={Brush} size={24} />
        <span className="grow">
          <h2>Start my own page</h2>
          <p>Set your prices, post what you make, be paid out.</p>
        </span>
        <Icon of={ChevronRight} />
      </Link>
    </div>
  );
}
