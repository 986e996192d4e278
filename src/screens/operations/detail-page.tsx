import Link from 'next/link';
import type { ReactNode } from 'react';
import { ConsolePage } from '@/components/console/console-page';
import { PageTitle } from '../site/page-title';
import { LoadedPart, type LoadedPartProps } from './loaded-part';

interface DetailPageProps<Data> extends LoadedPartProps<Data> {
  title: string;
  /** The list that leads here. */
  list: { href: string; label: string };
  actions?: ReactNode;
}

/** One thing of a list of the console, loaded by the id in the address. */
export function DetailPage<Data>({ title, list, actions, ...part }: DetailPageProps<Data>) {
  return (
    <>
      <PageTitle title={title} />
      <ConsolePage
        title={title}
        note={
          <Link className="link" href={list.href}>
            {list.label}
          </Link>
        }
        actions={actions}
      >
        <LoadedPart {...part} />
      </ConsolePage>
    </>
  );
}
