import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import { blockRoutes } from '@contract/identity/block-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

export type BlockedPerson = EndpointData<'listBlockedUsers'>['data'][number];
export type FoundPerson = EndpointData<'searchUsers'>['data'][number];

export interface BlockState {
  /** Newest first. */
  people: PagedList<BlockedPerson, { offset?: number }>;
  /** The search for somebody to block. */
  finder: { words: string; status: 'idle' | 'pending' | 'ready' | 'failed'; list: FoundPerson[] };
  blocking: { status: 'idle' | 'pending' | 'saved' | 'failed'; error: ApiFailure | null };
  /** Codes as they were switched last; null while what the account says of itself stands. */
  countryCodes: string[] | null;
}

declare module '@/store/state' {
  interface StoreState {
    block: BlockState;
  }
}

export const people = createPagedList<BlockedPerson, { offset?: number }>({
  name: 'block/people',
  select: (state) => state.block.people,
  limit: limits.listDefault,
  load: (_query, place) => callEndpoint(blockRoutes.listBlockedUsers, { query: place }),
});

/** The server's list is shorter by them, too. */
function withoutPerson(list: BlockState['people'], id: string): void {
  const rows = list.rows.filter(({ targetId }) => targetId !== id);
  list.read -= list.rows.length - rows.length;
  list.rows = rows;
}

const initialState: BlockState = {
  people: people.initialState,
  finder: { words: '', status: 'idle', list: [] },
  blocking: { status: 'idle', error: null },
  countryCodes: null,
};

export const blockSlice = createSlice({
  name: 'block',
  initialState,
  reducers: {
    /** @param payload what was typed; nothing of it closes the search */
    finderTyped(state, { payload }: PayloadAction<string>) {
      const isEmpty = payload.trim() === '';
      state.finder = isEmpty
        ? { ...initialState.finder, words: payload }
        : { ...state.finder, words: payload, status: 'pending' };
    },
    finderFilled({ finder }, { payload }: PayloadAction<FoundPerson[]>) {
      finder.status = 'ready';
      finder.list = payload;
    },
    finderFailed({ finder }) {
      finder.status = 'failed';
    },
    /** The sheet that asks for the reason is opened anew. */
    blockOpened(state) {
      state.blocking = initialState.blocking;
    },
    personBlocked(state, _action: PayloadAction<{ person: FoundPerson; reason: string }>) {
      state.blocking = { status: 'pending', error: null };
    },
    personStored(state, { payload }: PayloadAction<BlockedPerson>) {
      state.blocking = { status: 'saved', error: null };
      withoutPerson(state.people, payload.targetId);
      state.people.rows.unshift(payload);
      state.people.read += 1;
    },
    blockRefused(state, { payload }: PayloadAction<ApiFailure>) {
      state.blocking = { status: 'failed', error: payload };
    },
    /** Gone from the list at once; it comes back when the server refuses. @param payload the id of the account */
    personUnblocked(state, { payload }: PayloadAction<string>) {
      withoutPerson(state.people, payload);
    },
    /** @param payload the whole list as it is to be, in two letters each */
    countriesSwitched(state, { payload }: PayloadAction<string[]>) {
      state.countryCodes = payload;
    },
    /** The last change was refused: back to what the account says. */
    countriesRefused(state) {
      state.countryCodes = null;
    },
  },
  extraReducers: (builder) => {
    builder.addDefaultCase((state, action) => {
      state.people = people.reducer(state.people, action);
    });
  },
});

export const {
  finderTyped,
  finderFilled,
  finderFailed,
  blockOpened,
  personBlocked,
  personStored,
  blockRefused,
  personUnblocked,
  countriesSwitched,
  countriesRefused,
} = blockSlice.actions;

export const selectBlock = (state: StoreState) => state.block;

const none: string[] = [];

/** Codes of the countries that do not see the creator. */
export function selectBlockedCountries({ block, session: { user } }: StoreState): string[] {
  return block.countryCodes ?? (user?.isPerformer ? user.blockCountries?.countryCodes : undefined) ?? none;
}
