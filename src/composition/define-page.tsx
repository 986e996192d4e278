import type { Action } from '@reduxjs/toolkit';
import type { ParsedUrlQuery } from 'node:querystring';
import type { ComponentType } from 'react';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

export type LayoutName = 'geoBlock' | 'maintenance' | 'outage' | 'primary' | 'public' | 'blank' | 'home';

export interface LoadContext {
  query: ParsedUrlQuery;
  state: StoreState;
}

/** What a page says of itself. Flags as in specification 2. */
export interface PageOptions {
  layout: LayoutName;
  /** Needs a signed-in account. */
  authenticate?: boolean;
  /** Needs a creator; implies `authenticate`. */
  onlyPerformer?: boolean;
  /** Where creators have a page of their own for the same: they are sent there. */
  creatorPath?: string;
  /** Stays open to signed-in accounts; without it, blank pages (log in, register) send them to their home. */
  noredirect?: boolean;
  /** State and sagas this page brings along. */
  features?: readonly Feature[];
  /** What to ask for before the page is shown: awaited on the server, begun at once in the browser. */
  load?(context: LoadContext): Action[];
  /** What to ask for on the server once the first answers are in; in the browser the screen asks when it is shown. */
  loadNext?(context: LoadContext): Action[];
  /** True once it is known that what the address names does not exist: answers 404. */
  isMissing?(context: LoadContext): boolean;
  /** Where what the address names lives now, once that is known: answers 301. */
  movedTo?(context: LoadContext): string | undefined;
}

export type PageComponent = ComponentType & { page: PageOptions };

/** Makes a page of a screen. Everything in `pages/` is one of these, or a file. */
export function definePage(Screen: ComponentType, page: PageOptions): PageComponent {
  function Page() {
    return <Screen />;
  }
  return Object.assign(Page, { page });
}

/** What crawlers and browsers ask for by name, made from what the site is at that moment. */
export type SiteFile = 'robots' | 'manifest' | 'sitemap';

export type SiteFileComponent = ComponentType & { siteFile: SiteFile };

/**
 * Makes a file's address in `pages/`, served before anything is rendered. Not by a rewrite of the configuration: one is
 * enough for Next to send every browser 5 KB that work rewrites out.
 */
export function defineSiteFile(siteFile: SiteFile): SiteFileComponent {
  return Object.assign(() => null, { siteFile });
}
