import { combineReducers } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import { reactionRoutes } from '@contract/content/reaction-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { createPagedList, type PagedList } from '@/store/paged-list';

type Creator = NonNullable<
  Extract<EndpointData<'listBookmarks'>['data'][number], { objectType: 'performer' }>['objectInfo']
>;

declare module '@/store/state' {
  interface StoreState {
    /** Creators the viewer has saved. Likes and saves themselves lie with the things they are of. */
    reaction: { creators: PagedList<Creator, { offset?: number }> };
  }
}

export const savedCreators = createPagedList<Creator, { offset?: number }>({
  name: 'reaction/creators',
  select: (state) => state.reaction.creators,
  limit: limits.contentPage,
  *load(_query, place) {
    const { data, total } = yield* callEndpoint(reactionRoutes.listBookmarks, {
      params: { type: 'performers' },
      query: place,
    });
    const creators = data.flatMap((mark) =>
      mark.objectType === 'performer' && mark.objectInfo ? [mark.objectInfo] : [],
    );
    return { data: creators, total, read: data.length };
  },
});

export const reactionReducer = combineReducers({ creators: savedCreators.reducer });
