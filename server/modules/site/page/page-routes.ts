import { bind, type Binding } from '../../../http/register-endpoint';
import type { PageService } from './page-service';

export const pageBindings = (page: PageService): Binding[] => [
  bind('listPosts', ({ query }) => page.list(query)),
  bind('getPost', ({ params }) => page.get(params.id)),
];
