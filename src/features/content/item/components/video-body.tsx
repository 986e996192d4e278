import Link from 'next/link';
import { Fragment } from 'react';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import type { VideoItem } from '../item-view';
import { ItemMedia } from './item-media';
import styles from './item.module.css';

export function VideoBody({ item, eager }: { item: VideoItem; eager?: boolean }) {
  return (
    <div className="stack">
      <ItemMedia item={item} eager={eager} />
      {item.participants.length > 0 && (
        <p className="sm ink-2">
          With{' '}
          {item.participants.map(({ _id, name, username }, index) => (
            <Fragment key={_id}>
              {index > 0 && ', '}
              <Link className="link" href={paths.profile(username || _id)}>
                {name}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      {item.tags.length > 0 && (
        <ul className={cx('row sm', styles.tags)} aria-label="Tags">
          {item.tags.map((tag) => (
            <li key={tag}>
              <Link className={cx('ink-2', styles.tag)} href={paths.search(tag)}>
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
