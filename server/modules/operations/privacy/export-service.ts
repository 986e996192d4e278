import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { ExportLink } from './export-links';
import { createExports, getStoreKey, type ExportNeeds } from './exports';
import { makeExport } from './make-export';
import { moveExports } from './move-exports';
import { openExport } from './open-export';
import { presentExport, requestExport } from './request-export';
import { sweepExports } from './sweep-exports';

/** Promises W-4. */
export function createExportService(
  context: Pick<ServerContext, 'db' | 'disk' | 'env' | 'jobs' | 'clock'>,
  needs: ExportNeeds,
) {
  const deps = createExports(context, needs);
  return {
    request: (actor: Actor) => requestExport(deps, actor),
    make: (exportId: string) => makeExport(deps, exportId),
    open: (link: ExportLink, actor: Pick<Actor, 'id'> | null) => openExport(deps, link, actor),
    sweep: () => sweepExports(deps),
    moveToBucket: () => moveExports(deps),

    async read(actor: Actor): Promise<EndpointReply<'getDataExport'>> {
      const row = await deps.repository.findNewest(actor.id);
      return { export: row && presentExport(deps, row) };
    },

    async removeAll(accountId: string): Promise<void> {
      await deps.store.remove((await deps.repository.removeAll(accountId)).map(getStoreKey));
    },
  };
}
