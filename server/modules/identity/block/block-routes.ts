import { bind, type Binding } from '../../../http/register-endpoint';
import type { BlockService } from './block-service';

export const blockBindings = (block: BlockService): Binding[] => [
  bind('listBlockedCountries', ({ actor }) => block.listSiteCountries(actor)),
  bind('blockCountries', ({ actor, body }) => block.blockCountries(actor, body.countryCodes)),
  bind('blockUser', ({ actor, body }) => block.blockUser(actor, body)),
  bind('unblockUser', ({ actor, params }) => block.unblockUser(actor, params.id)),
  bind('listBlockedUsers', ({ actor, query }) => block.listUsers(actor, query)),
  bind('checkCountryBlock', async ({ country }) => ({ blocked: await block.isSiteClosedTo(country), country })),
];
