import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type BlockedPerson = EndpointData<'listBlockedUsers'>['data'][number];
export type FoundPerson = EndpointData<'searchUsers'>['data'][number];

export interface BlockState {
  /** Newest first, in pages. */
  people: {
    status: 'idle' | 'pending' | 'ready' | 'failed';
    list: BlockedPerson[];
    isEnd: boolean;
    error: ApiFailure | null;
  };
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

const initialState: BlockState = {
  people: { status: 'idle', list: [], isEnd: false, error: null },
  finder: { words: '', status: 'idle', list: [] },
  blocking: { status: 'idle', error: null },
  countryCodes: null,
};

export const blockSlice = createSlice({
  name: 'block',
  initialState,
  reducers: {
    /** `more` goes on where the list ends. */
    peopleWanted(state, { payload }: PayloadAction<{ more?: boolean } | undefined>) {
      const people = payload?.more ? state.people : initialState.people;
      state.people = { ...people, status: 'pending', error: null };
    },
    peopleLoaded({ people }, { payload }: PayloadAction<{ list: BlockedPerson[]; isEnd: boolean }>) {
      const known = new Set(people.list.map(({ _id }) => _id));
      people.list.push(...payload.list.filter(({ _id }) => !known.has(_id)));
      people.isEnd = payload.isEnd;
      people.status = 'ready';
    },
    peopleFailed({ people }, { payload }: PayloadAction<ApiFailure>) {
      people.status = 'failed';
      people.error = payload;
    },
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
      state.people.list = [payload, ...state.people.list.filter(({ targetId }) => targetId !== payload.targetId)];
    },
    blockRefused(state, { payload }: PayloadAction<ApiFailure>) {
      state.blocking = { status: 'failed', error: payload };
    },
    /** Gone from the list at once; it comes back when the server refuses. @param payload the id of the account */
    personUnblocked({ people }, { payload }: PayloadAction<string>) {
      people.list = people.list.filter(({ targetId }) => targetId !== payload);
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
});

export const {
  peopleWanted,
  peopleLoaded,
  peopleFailed,
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
