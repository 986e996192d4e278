import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { PeopleService } from '../../identity/people/people-service';
import { readPurchaseContents, type PurchaseContentDeps } from './purchase-contents';
import { presentPurchase, presentSeller } from './purchase-presenter';
import { createPurchaseRepository } from './purchase-repository';

/** How many sellers the library's filter offers; purchases from others can be found by name. */
const MAX_SELLERS = 40;

interface PurchaseDeps extends PurchaseContentDeps {
  people: Pick<PeopleService, 'views'>;
}

export function createPurchaseService({ db }: Pick<ServerContext, 'db'>, deps: PurchaseDeps) {
  const repository = createPurchaseRepository(db);

  return {
    async list(
      viewer: { actor: Actor; country: string | null },
      query: EndpointPart<'listPurchases', 'query'>,
    ): Promise<EndpointReply<'listPurchases'>> {
      const { actor } = viewer;
      assertAllowed(isUser(actor));
      const [{ rows, total }, sellers] = await Promise.all([
        repository.list(actor.id, query),
        repository.countByPerformer(actor.id, MAX_SELLERS),
      ]);
      const [people, contents] = await Promise.all([
        deps.people.views([...rows.map((row) => row.performerId), ...sellers.map(({ id }) => id)], actor),
        readPurchaseContents(deps, viewer, rows),
      ]);
      return {
        data: rows.map((row) =>
          presentPurchase(row, { contents: contents.get(row.targetId), performer: people.get(row.performerId) }),
        ),
        total,
        performers: sellers.flatMap(({ id, total: bought }) => presentSeller(id, bought, people.get(id)) ?? []),
      };
    },
  };
}
