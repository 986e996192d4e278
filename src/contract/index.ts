import type { Route } from './define';
import { feedRoutes } from './feed-routes';
import { walletRoutes } from './wallet-routes';

/** The table: every endpoint by name. */
export const routes = { ...feedRoutes, ...walletRoutes } satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
