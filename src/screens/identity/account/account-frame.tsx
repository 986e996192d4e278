import { LogOut } from 'lucide-react';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { shallowEqual } from 'react-redux';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import type { Glyph } from '@/components/basic/icon';
import { PageHead } from '@/components/layout/page-head';
import { SectionNav } from '@/components/layout/section-nav';
import { leaveAccount } from '@/components/states/leave-questions';
import { logoutRequested } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';
import type { StoreState } from '@/store/state';
import styles from './account-screen.module.css';

export interface AccountPart {
  key: string;
  label: string;
  icon: Glyph;
  content: ReactNode;
  /** If false, the part is hidden, because the backend lacks its call. */
  needs?: (state: StoreState) => boolean;
}

interface AccountFrameProps {
  title: string;
  path: string;
  parts: AccountPart[];
  actions?: ReactNode;
}

/** The URL determines which part is open. ux.md AS-1. */
export function AccountFrame({ title, path, parts: all, actions }: AccountFrameProps) {
  const dispatch = useAppDispatch();
  const { query } = useRouter();
  const parts = useAppSelector((state) => all.filter(({ needs }) => needs?.(state) ?? true), shallowEqual);
  const open = parts.find(({ key }) => key === query['section']) ?? parts[0];
  if (!open) return null;
  const getHref = ({ key }: AccountPart) => (key === parts[0]?.key ? path : `${path}?section=${key}`);
  return (
    <PageColumn width="settings">
      <PageTitle title={`${open.label} · ${title}`} />
      <PageHead title={title} actions={actions} />
      <div className={styles.frame}>
        <SectionNav
          label={title}
          items={parts.map((part) => ({ href: getHref(part), label: part.label, icon: part.icon }))}
          current={getHref(open)}
        />
        <div>
          {open.content}
          <div className={styles.leave}>
            <Button variant="ghost" icon={LogOut} onClick={() => leaveAccount(() => void dispatch(logoutRequested()))}>
              Log out
            </Button>
          </div>
        </div>
      </div>
    </PageColumn>
  );
}

export const accountBlock = (title: string, content: ReactNode) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {content}
  </section>
);
