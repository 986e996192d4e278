import { bind, type Binding } from '../../../http/register-endpoint';
import type { SearchService } from './search-service';

export const searchBindings = (search: SearchService): Binding[] => [
  bind('searchKeyword', (call) => search.search(call, call.body)),
  bind('suggestSearch', (call) => search.suggest(call, call.query.q)),
  bind('listKeywords', (call) => search.listKeywords(call.query)),
];
