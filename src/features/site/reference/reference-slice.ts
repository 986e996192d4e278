import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { StoreState } from '@/store/state';

export interface ReferenceLists {
  countries: EndpointData<'listCountries'>;
  languages: EndpointData<'listLanguages'>;
  phoneCodes: EndpointData<'listPhoneCodes'>;
  profileOptions: EndpointData<'getProfileOptions'>;
}
export type ReferenceName = keyof ReferenceLists;

/** Each list is absent until it has been requested. Specification 7: cached after the first load. */
export type ReferenceState = Partial<ReferenceLists>;

declare module '@/store/state' {
  interface StoreState {
    reference: ReferenceState;
  }
}

const initialState: ReferenceState = {};

type Loaded = { [N in ReferenceName]: { name: N; list: ReferenceLists[N] } }[ReferenceName];

export const referenceSlice = createSlice({
  name: 'reference',
  initialState,
  reducers: {
    referenceRequested(_state, _action: PayloadAction<ReferenceName[]>) {},
    referenceLoaded: (state, { payload }: PayloadAction<Loaded>) => ({ ...state, [payload.name]: payload.list }),
  },
});

export const { referenceRequested, referenceLoaded } = referenceSlice.actions;

/** Undefined until loaded, and on pages without this feature. */
export const selectReference =
  <N extends ReferenceName>(name: N) =>
  ({ reference }: Partial<Pick<StoreState, 'reference'>>): ReferenceState[N] =>
    reference?.[name];
