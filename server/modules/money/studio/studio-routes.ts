import { bind, type Binding } from '../../../http/register-endpoint';
import type { StudioService } from './studio-service';

export const studioBindings = (studio: StudioService): Binding[] => [
  bind('getStudioOverview', (call) => studio.overview(call.actor)),
  bind('listPostSales', (call) => studio.postSales(call.actor, call.query)),
  bind('getFan', (call) => studio.fan(call.actor, call.params.id)),
];
