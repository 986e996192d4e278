import { bind, type Binding } from '../../../http/register-endpoint';
import type { CreatorHomeService } from './creator-home-service';

export const creatorHomeBindings = (creatorHome: CreatorHomeService): Binding[] => [
  bind('getCreatorHome', (call) => creatorHome.overview(call.actor)),
  bind('listPostSales', (call) => creatorHome.postSales(call.actor, call.query)),
  bind('getFan', (call) => creatorHome.fan(call.actor, call.params.id)),
];
