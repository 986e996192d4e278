import { bind, type Binding } from '../../http/register-endpoint';
import type { PostService } from './post-service';

export const postBindings = (post: PostService): Binding[] => [
  bind('listPosts', ({ query }) => post.list(query)),
  bind('getPost', ({ params }) => post.get(params.id)),
];
