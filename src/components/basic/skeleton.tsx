import type { CSSProperties } from 'react';
import { cx } from '@/lib/cx';
import styles from './skeleton.module.css';

interface SkeletonProps {
  kind?: 'line' | 'avatar' | 'media' | 'post' | 'card' | 'person';
  count?: number;
  /** Any CSS length, for lines and avatars. */
  width?: string;
  /** Width divided by height, for `media`. */
  ratio?: number;
  className?: string;
}

/** Placeholder with the size of the content that is loading. Screen readers announce "Loading" only once. */
export function Skeleton({ kind, count = 1, width, ratio = 4 / 3, className }: SkeletonProps) {
  const shapes = Array.from({ length: count }, (_, index) => (
    <Shape key={index} kind={kind} width={width} ratio={ratio} />
  ));
  return (
    <div
      className={cx(kind === 'card' ? 'grid-creators' : 'stack', kind !== 'card' && styles.group, className)}
      role="status"
    >
      <span className="sr">Loading</span>
      {shapes}
    </div>
  );
}

function Shape({ kind = 'line', width, ratio }: SkeletonProps) {
  switch (kind) {
    case 'line':
      return <Bone height={13} width={width} />;
    case 'avatar':
      return <Bone look={styles.oval} width={width ?? 44} />;
    case 'media':
      return <Bone look={styles.large} aspectRatio={ratio} width={width} />;
    case 'person':
      return <Person />;
    case 'post':
      return (
        <div className={cx('stack', styles.post)}>
          <Person />
          <div className={styles.text}>
            <Bone height={13} />
            <Bone height={13} width="82%" />
          </div>
          <Bone look={styles.large} aspectRatio={ratio} />
        </div>
      );
    case 'card':
      return (
        <div>
          <Bone look={styles.large} aspectRatio={4 / 3} />
          <Bone look={cx(styles.oval, styles.face)} />
          <div className={styles.text}>
            <Bone height={17} width="56%" />
            <Bone height={12} width="80%" />
          </div>
        </div>
      );
  }
}

function Person() {
  return (
    <div className="row">
      <Bone look={styles.oval} width={44} />
      <div className={cx('grow', styles.text)}>
        <Bone height={15} width="46%" />
        <Bone height={11} width="28%" />
      </div>
    </div>
  );
}

const Bone = ({ look, ...style }: CSSProperties & { look?: string }) => (
  <span className={cx(styles.bone, look)} style={style} />
);
