import { put } from 'redux-saga/effects';
import { commentRoutes } from '@contract/content/comment-routes';
import { callEndpoint } from '@/store/call-endpoint';
import * as comment from './comment-slice';

/** Asks again who may comment there. */
export function* refreshAccess(subject: comment.Subject): Generator {
  try {
    const { mayComment, commentsFrom } = yield* callEndpoint(commentRoutes.listComments, {
      query: { ...subject, limit: 1, offset: 0 },
    });
    yield put(comment.accessChanged({ subject, access: { mayComment, commentsFrom } }));
  } catch {
    // It stays as it was known; the server has the last word anyway.
  }
}
