import type { CSSProperties } from 'react';
import { cx } from '@/lib/cx';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** The shape of what comes. */
  kind?: 'line' | 'avatar' | 'media' | 'post' | 'card' | 'person';
  /** How many, for lists. */
  count?: number;
  /** A line's or oval's width, any CSS length. */
  width?: string;
  /** Of `media`: width by height. */
  ratio?: number;
  className?: string;
}

/** The real geometry of what is loading, from the first 100 ms. Says "Loading" to readers once. */
export function Skeleton({ kind = 'line', count = 1, width, ratio = 4 / 3, className }: SkeletonProps) {
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

function Shape({
  kind,
  width,
  ratio,
}: Required<Pick<SkeletonProps, 'kind' | 'ratio'>> & { width: string | undefined }) {
  switch (kind) {
    case 'line':
      return <Bone style={{ height: 13, width }} />;
    case 'avatar':
      return <Bone oval style={{ width: width ?? 44 }} />;
    case 'media':
      return <Bone large style={{ aspectRatio: ratio, width }} />;
    case 'person':
      return <Person />;
    case 'post':
      return (
        <div className={cx('stack', styles.post)}>
          <Person />
          <div className={styles.text}>
            <Bone style={{ height: 13 }} />
            <Bone style={{ height: 13, width: '82%' }} />
          </div>
          <Bone large style={{ aspectRatio: ratio }} />
        </div>
      );
    case 'card':
      return (
        <div>
          <Bone large style={{ aspectRatio: 4 / 3 }} />
          <Bone oval className={styles.face} />
          <div className={styles.text}>
            <Bone style={{ height: 17, width: '56%' }} />
            <Bone style={{ height: 12, width: '80%' }} />
          </div>
        </div>
      );
  }
}

function Person() {
  return (
    <div className="row">
      <Bone oval style={{ width: 44 }} />
      <div className={cx('grow', styles.text)}>
        <Bone style={{ height: 15, width: '46%' }} />
        <Bone style={{ height: 11, width: '28%' }} />
      </div>
    </div>
  );
}

interface BoneProps {
  oval?: boolean;
  large?: boolean;
  style?: CSSProperties;
  className?: string;
}

function Bone({ oval, large, style, className }: BoneProps) {
  return <span className={cx(styles.bone, oval && styles.oval, large && styles.large, className)} style={style} />;
}
