import type { ReactNode } from 'react';
import styles from './list-row.module.css';

/** One of a few things in a list of settings, such as a device, with its buttons at the end. */
export const ListRow = ({ children }: { children: ReactNode }) => <li className={styles.row}>{children}</li>;
