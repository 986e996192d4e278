import type { ServerContext } from '../context';
import type { Binding } from '../http/register-endpoint';
import type { SocketHandlers, SocketServerOptions } from '../realtime/sockets';
import { contentBindings } from './content/content-routes';
import { createContentServices, createFileAccess } from './content/content-services';
import { conversationBindings } from './conversation/conversation-routes';
import { createConversationServices } from './conversation/conversation-services';
import { identityBindings } from './identity/identity-routes';
import { createIdentityServices } from './identity/identity-services';
import { liveBindings } from './live/live-routes';
import { createLiveServices } from './live/live-services';
import { createPaidLiveServices } from './live/paid-live-services';
import { moneyBindings } from './money/money-routes';
import { createMoneyServices } from './money/money-services';
import { operationsBindings } from './operations/operations-routes';
import { createOperationsServices } from './operations/operations-services';
import { siteBindings } from './site/site-routes';
import { createSiteServices } from './site/site-services';

export type Domains = ReturnType<typeof createDomains>;
export type Services = ReturnType<typeof listServices>;

/** Creates the domains in this order: each one can use those before it. */
export function createDomains(context: ServerContext) {
  const fileAccess = createFileAccess(context);
  const site = createSiteServices(context, { fileAccess });
  const identity = createIdentityServices(context, site);
  const conversation = createConversationServices(context, site, identity);
  const content = createContentServices(context, { site, identity, conversation, fileAccess });
  const live = createLiveServices(context, { site, identity, conversation, content });
  const money = createMoneyServices(context, { site, identity, conversation, content, live });
  const paidLive = createPaidLiveServices(context, { site, identity, conversation, live, money });
  const operations = createOperationsServices(context, { site, identity, conversation, content, money });
  return { site, identity, conversation, content, live: { ...live, ...paidLive }, money, operations };
}

export const listServices = ({ site, identity, conversation, content, live, money, operations }: Domains) => ({
  ...site,
  ...identity,
  ...conversation,
  ...content,
  ...live,
  ...money,
  ...operations,
});

export const listBindings = ({
  site,
  identity,
  conversation,
  content,
  live,
  money,
  operations,
}: Domains): Binding[] => [
  ...siteBindings(site),
  ...identityBindings(identity),
  ...conversationBindings(conversation),
  ...contentBindings(content),
  ...liveBindings({ ...live, ...conversation }),
  ...moneyBindings(money),
  ...operationsBindings({ ...identity, ...money, ...operations }),
];

export const getSocketHandlers = ({ conversation, live, identity: { presence } }: Domains): SocketHandlers => ({
  on: {
    typing: conversation.typing,
    ...presence.socketHandlers,
    ...live.showRooms.socketHandlers,
    ...live.seat.socketHandlers,
  },
  onDisconnect: live.showRooms.onDisconnect,
  onPresence: presence.onPresence,
  onAlive: presence.onAlive,
});

/** Checks by which accounts are removed from socket rooms after blocks and lost access. */
export const getRoomGuards = ({
  identity: { block },
  live: { showGuard, seat },
}: Domains): Pick<SocketServerOptions, 'findLostMembers' | 'onMembersRemoved'> => ({
  async findLostMembers(members) {
    const [blocked, lost] = await Promise.all([block.findBlockedMembers(members), showGuard.findLostMembers(members)]);
    return new Set([...blocked, ...lost]);
  },
  onMembersRemoved: async () => seat.onMembersRemoved(await showGuard.tellRemoved()),
});
