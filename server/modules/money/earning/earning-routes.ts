import { bind, type Binding } from '../../../http/register-endpoint';
import type { EarningService } from './earning-service';

export const earningBindings = (earning: EarningService): Binding[] => [
  bind('getEarningStats', (call) => earning.stats(call.actor, call.query)),
  bind('searchEarnings', (call) => earning.search(call.actor, call.query)),
  bind('searchSubscriptionEarnings', (call) => earning.searchSubscriptions(call.actor, call.query)),
];
