import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type MailLink = EndpointInput<'useMailLink'>['body'];

export interface MailLinkState {
  /** `done` and `gone` come from the backend; `used` follows a press on this page. */
  status: 'open' | 'done' | 'gone' | 'pending' | 'used';
  error: ApiFailure | null;
  resetToken: string | null;
}

declare module '@/store/state' {
  interface StoreState {
    mailLink: MailLinkState;
  }
}

const initialState: MailLinkState = { status: 'open', error: null, resetToken: null };

export const mailLinkSlice = createSlice({
  name: 'mailLink',
  initialState,
  reducers: {
    mailLinkOpened: (_state, _action: PayloadAction<MailLink>) => initialState,
    mailLinkInspected(state, { payload }: PayloadAction<'open' | 'done' | 'gone'>) {
      if (state.status === 'open') state.status = payload;
    },
    mailLinkPressed(state, _action: PayloadAction<MailLink & { returnTo?: string | undefined }>) {
      state.status = 'pending';
      state.error = null;
    },
    mailLinkUsed(state, { payload }: PayloadAction<{ resetToken?: string | undefined }>) {
      state.status = 'used';
      state.resetToken = payload.resetToken ?? null;
    },
    mailLinkFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = payload.code === 'LINK_EXPIRED' ? 'gone' : 'open';
      state.error = payload.code === 'LINK_EXPIRED' ? null : payload;
    },
  },
});

export const { mailLinkOpened, mailLinkInspected, mailLinkPressed, mailLinkUsed, mailLinkFailed } =
  mailLinkSlice.actions;

export const selectMailLink = (state: StoreState) => state.mailLink;
