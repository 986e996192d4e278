import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { may, type Actor } from '../../../access';

type Found = EndpointReply<'findInConsole'>[number];
type Search<N extends 'searchPayments' | 'searchPeople'> = (
  query: EndpointPart<N, 'query'>,
) => Promise<EndpointReply<N>>;

interface FinderDeps {
  person: { search: Search<'searchPeople'> };
  ledgerConsole: { searchPayments: Search<'searchPayments'> };
  orderConsole: {
    search(actor: Actor, query: EndpointPart<'searchAllOrders', 'query'>): Promise<EndpointReply<'searchAllOrders'>>;
  };
}

/** Results of each kind; operators who need more open its list. */
const MAX_FOUND = 5;

type Person = EndpointReply<'searchPeople'>['data'][number];

/** Tells people of one name apart. */
const describePerson = ({
  kind,
  username,
  status,
  email,
}: Pick<Person, 'kind' | 'username' | 'status' | 'email'>): string =>
  [
    kind === 'performer' ? 'Creator' : 'Fan',
    username === null ? '' : `@${username}`,
    email ?? '',
    status === 'inactive' ? 'closed' : '',
  ]
    .filter(Boolean)
    .join(', ');

/** Finds people, orders and payments by what an operator has at hand: an id, a number, an email or a name. */
export function createFinder({ person, ledgerConsole, orderConsole }: FinderDeps) {
  return {
    /** Only kinds that the actor's role may read. */
    async find(text: string, actor: Actor): Promise<EndpointReply<'findInConsole'>> {
      const q = text.trim().replace(/^[#@]/, '');
      if (q === '') return [];
      const page = { q, limit: MAX_FOUND, offset: 0 };
      const [people, orders, payments] = await Promise.all([
        may(actor, 'readPeople') ? person.search(page) : null,
        may(actor, 'readOrders') ? orderConsole.search(actor, page) : null,
        may(actor, 'readLedger') ? ledgerConsole.searchPayments(page) : null,
      ]);
      const isAsked = (...values: (string | null | undefined)[]) =>
        values.some((value) => value?.toLowerCase() === q.toLowerCase());
      const found: Found[] = [
        ...(people?.data ?? []).map(({ _id, name, username, email, kind, status, createdAt }) => ({
          kind: 'person' as const,
          _id,
          title: name || username || email || _id,
          note: describePerson({ kind, username, status, email }),
          createdAt,
          isExact: isAsked(_id, username, email),
        })),
        ...(orders?.data ?? []).map(({ _id, orderNumber, transactionId, name, createdAt }) => ({
          kind: 'order' as const,
          _id,
          title: orderNumber,
          note: name ?? '',
          createdAt,
          isExact: isAsked(_id, orderNumber, transactionId),
        })),
        ...(payments?.data ?? []).map(({ _id, userName, gatewayId, createdAt }) => ({
          kind: 'payment' as const,
          _id,
          title: userName || _id,
          note: gatewayId,
          createdAt,
          isExact: isAsked(_id, gatewayId),
        })),
      ];
      return found.toSorted((one, other) => Number(other.isExact) - Number(one.isExact));
    },
  };
}
