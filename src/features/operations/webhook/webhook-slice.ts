import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { selectOperatorRole } from '@/features/identity/auth/operator-selectors';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type WebhookEndpoint = EndpointData<'listWebhookEndpoints'>['data'][number];
export type WebhookDelivery = EndpointData<'listWebhookDeliveries'>['data'][number];
export type NewEndpoint = EndpointInput<'createWebhookEndpoint'>['body'];
export type EndpointEvents = NewEndpoint['events'];

/** Acts on one endpoint or delivery. */
export type WebhookAct = 'test' | 'turn' | 'events' | 'rotate' | 'remove' | 'replay';

interface WebhookState {
  list: WebhookEndpoint[] | null;
  /** Events that this account can choose. */
  events: string[];
  error: ApiFailure | null;
  creating: { isBusy: boolean; error: ApiFailure | null };
  /** Shown once; the backend does not send it again. */
  secret: { url: string; secret: string } | null;
  /** Running or failed acts; at most one for each endpoint or delivery. */
  acts: { name: WebhookAct; id: string; isBusy: boolean; error: ApiFailure | null }[];
  /** The sheet that is open for an endpoint: it closes once its act is done. */
  asked: { what: 'events' | 'remove'; id: string } | null;
  deliveries: { endpointId: string; list: WebhookDelivery[] | null; error: ApiFailure | null } | null;
}

declare module '@/store/state' {
  interface StoreState {
    webhook: WebhookState;
  }
}

const initialState: WebhookState = {
  list: null,
  events: [],
  error: null,
  creating: { isBusy: false, error: null },
  secret: null,
  acts: [],
  asked: null,
  deliveries: null,
};

/** Replaces the failure of the last act that was of this kind or on this endpoint. */
const begin = (state: WebhookState, name: WebhookAct, id: string) => {
  state.acts = state.acts.filter((act) => act.id !== id && (act.isBusy || act.name !== name));
  state.acts.push({ name, id, isBusy: true, error: null });
};

export const webhookSlice = createSlice({
  name: 'webhook',
  initialState,
  reducers: {
    webhooksRequested(state) {
      state.error = null;
    },
    webhooksLoaded(state, { payload }: PayloadAction<EndpointData<'listWebhookEndpoints'>>) {
      state.list = payload.data;
      state.events = payload.events;
      state.error = null;
    },
    webhooksFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.error = payload;
    },
    webhookFormOpened(state) {
      state.creating = { isBusy: false, error: null };
    },
    webhookCreateRequested(state, _action: PayloadAction<NewEndpoint>) {
      state.creating = { isBusy: true, error: null };
    },
    webhookCreateEnded(state, { payload: error }: PayloadAction<ApiFailure | null>) {
      state.creating = { isBusy: false, error };
    },
    secretShown(state, { payload: { url, secret } }: PayloadAction<{ url: string; secret: string }>) {
      state.secret = { url, secret };
    },
    secretDismissed(state) {
      state.secret = null;
    },
    webhookTestRequested: (state, { payload }: PayloadAction<string>) => begin(state, 'test', payload),
    webhookTurnRequested: (state, { payload }: PayloadAction<{ id: string; isOn: boolean }>) =>
      begin(state, 'turn', payload.id),
    webhookEventsRequested: (state, { payload }: PayloadAction<{ id: string; events: EndpointEvents }>) =>
      begin(state, 'events', payload.id),
    webhookRotateRequested: (state, { payload }: PayloadAction<string>) => begin(state, 'rotate', payload),
    webhookRemoveRequested: (state, { payload }: PayloadAction<string>) => begin(state, 'remove', payload),
    deliveryReplayRequested: (state, { payload }: PayloadAction<string>) => begin(state, 'replay', payload),
    webhookAsked(state, { payload }: PayloadAction<WebhookState['asked']>) {
      const id = (payload ?? state.asked)?.id;
      state.asked = payload;
      state.acts = state.acts.filter((act) => act.isBusy || act.id !== id);
    },
    webhookActEnded(state, { payload: { id, error } }: PayloadAction<{ id: string; error: ApiFailure | null }>) {
      const ended = state.acts.find((act) => act.id === id);
      if (!ended) return;
      if (error) {
        Object.assign(ended, { isBusy: false, error });
        return;
      }
      state.acts = state.acts.filter((act) => act !== ended);
      // Another endpoint's sheet may have been opened meanwhile.
      if (state.asked?.id === id && state.asked.what === ended.name) state.asked = null;
    },
    deliveriesRequested(state, { payload: endpointId }: PayloadAction<string>) {
      const list = state.deliveries?.endpointId === endpointId ? state.deliveries.list : null;
      state.deliveries = { endpointId, list, error: null };
    },
    deliveriesLoaded(state, { payload }: PayloadAction<WebhookDelivery[]>) {
      if (state.deliveries) state.deliveries.list = payload;
    },
    deliveriesFailed(state, { payload }: PayloadAction<ApiFailure>) {
      if (state.deliveries) state.deliveries.error = payload;
    },
    deliveriesClosed(state) {
      state.deliveries = null;
    },
  },
});

export const {
  webhooksRequested,
  webhooksLoaded,
  webhooksFailed,
  webhookFormOpened,
  webhookCreateRequested,
  webhookCreateEnded,
  secretShown,
  secretDismissed,
  webhookTestRequested,
  webhookTurnRequested,
  webhookEventsRequested,
  webhookAsked,
  webhookRotateRequested,
  webhookRemoveRequested,
  deliveryReplayRequested,
  webhookActEnded,
  deliveriesRequested,
  deliveriesLoaded,
  deliveriesFailed,
  deliveriesClosed,
} = webhookSlice.actions;

export const selectWebhooks = (state: StoreState) => state.webhook;

/** Fans have none, nor do operators who do not own the site. */
export const selectHasWebhooks = (state: StoreState): boolean =>
  state.session.user?.isPerformer === true || selectOperatorRole(state) === 'owner';
