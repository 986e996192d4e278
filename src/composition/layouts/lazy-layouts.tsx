import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';

type Layout = ComponentType<{ children: ReactNode }>;

/**
 * Of signed-in accounts: strangers, who come first and for whom first loads count most, never fetch it.
 * The `import()` stands inside each `dynamic()` call: only there does Next see which file a rendered page
 * needs before it can take over the server's markup.
 */
export const PrimaryLayout = dynamic<{ children: ReactNode }>(() =>
  import('./primary-layout').then((module) => module.PrimaryLayout as Layout),
);

/** Called where somebody is about to log in, so that nothing is waited for afterwards. */
export const preparePrimary = (): void => void import('./primary-layout');

/** What hardly anybody ever sees. */
export const GeoBlockLayout = dynamic<{ children: ReactNode }>(() =>
  import('./geo-block-layout').then((module) => module.GeoBlockLayout as Layout),
);
export const OutageLayout = dynamic<{ children: ReactNode }>(() =>
  import('./outage-layout').then((module) => module.OutageLayout as Layout),
);
export const MaintenanceLayout = dynamic<{ children: ReactNode }>(() =>
  import('./maintenance-layout').then((module) => module.MaintenanceLayout as Layout),
);
