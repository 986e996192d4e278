import styles from './route-progress.module.css';

export function RouteProgress({ active }: { active: boolean }) {
  return (
    <div className={styles.track} data-active={active || undefined} role="status">
      {active && <span className="sr">Loading page</span>}
      <span className={styles.line} />
    </div>
  );
}
