import type { Action } from '@reduxjs/toolkit';
import type { ParsedUrlQuery } from 'node:querystring';
import { useEffect, type ComponentType } from 'react';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

export type LayoutName = 'geoBlock' | 'maintenance' | 'outage' | 'primary' | 'public' | 'blank' | 'home' | 'console';

export interface LoadContext {
  query: ParsedUrlQuery;
  state: StoreState;
}

/** Options of a page. `authenticate`, `onlyPerformer` and `noredirect` are the flags of specification 2. */
export interface PageOptions {
  layout: LayoutName;
  authenticate?: boolean;
  /** Implies `authenticate`. */
  onlyPerformer?: boolean;
  /** The creators' version of this page: creators are redirected to it. */
  creatorPath?: string;
  /** Stays open to signed-in accounts; other blank pages (login, registration) redirect them to their home. */
  noredirect?: boolean;
  features?: readonly Feature[];
  /** Requests for the page's data: awaited on the server, only started in the browser. */
  load?(context: LoadContext): Action[];
  /** Requests that need the results of `load`. Server only: in the browser, the screen sends them. */
  loadNext?(context: LoadContext): Action[];
  /** True once the content is known not to exist: the server replies 404. */
  isMissing?(context: LoadContext): boolean;
  /** The new path of moved content, once known: the server replies 301. */
  movedTo?(context: LoadContext): string | undefined;
}

export type PageComponent = ComponentType & { page: PageOptions };

export function definePage(Screen: ComponentType, page: PageOptions): PageComponent {
  function Page() {
    return <Screen />;
  }
  return Object.assign(Page, { page });
}

export type SiteFile = 'robots' | 'manifest' | 'offline' | 'security' | 'sitemap' | 'status';

export type SiteFileComponent = ComponentType & { siteFile: SiteFile };

/** A file that is sent before rendering. Not a rewrite: even one makes Next send 5 KB of rewrite code to every browser. */
export function defineSiteFile(siteFile: SiteFile): SiteFileComponent {
  // A link of the app leads here without a request to the server, which alone can send the file.
  function SiteFilePage() {
    useEffect(() => window.location.reload(), []);
    return null;
  }
  return Object.assign(SiteFilePage, { siteFile });
}
