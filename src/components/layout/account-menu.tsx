import { ChevronsUpDown } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Avatar } from '../people/avatar';
import { Icon } from '../basic/icon';
import { Menu, type MenuItem } from './menu';
import styles from './account-menu.module.css';

export interface AccountMenuProps {
  name: string;
  avatar?: string | null;
  note?: string;
  items: MenuItem[];
  isCurrent?: boolean;
  compact?: boolean;
  className?: string;
}

export function AccountMenu({ name, avatar, note, items, isCurrent, compact, className }: AccountMenuProps) {
  return (
    <Menu
      label="Your account"
      items={items}
      align={compact ? 'end' : 'start'}
      className={cx(styles.root, className)}
      renderTrigger={(trigger) => (
        <button
          type="button"
          className={cx(styles.me, compact && styles.compact)}
          aria-current={isCurrent ? 'page' : undefined}
          {...trigger}
        >
          <span className="sr">Your account: </span>
          <Avatar name={name} src={avatar} size={compact ? 'xs' : 'sm'} />
          <span className={compact ? 'sr' : styles.who}>
            <span className="truncate strong block">{name}</span>
            {note && !compact && <span className="truncate xs muted num block">{note}</span>}
          </span>
          {!compact && <Icon of={ChevronsUpDown} size={16} className={styles.hint} />}
        </button>
      )}
    />
  );
}
