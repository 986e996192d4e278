import { bind, type Binding } from '../../../http/register-endpoint';
import type { CommentService } from './comment-service';

export const commentBindings = (comment: CommentService): Binding[] => [
  bind('createComment', (call) => comment.create(call, call.body)),
  bind('updateComment', (call) => comment.update(call, call.params.id, call.body)),
  bind('listComments', (call) => comment.list(call, call.query)),
  bind('deleteComment', (call) => comment.remove(call, call.params.id)),
];
