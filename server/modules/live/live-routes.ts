import { bind, type Binding } from '../../http/register-endpoint';
import type { LiveServices } from './live-services';
import type { PaidLiveServices } from './paid-live-services';

/** The service that handles each call about live shows. */
export const liveBindings = ({ show, showReminder, buyTicket }: LiveServices & PaidLiveServices): Binding[] => [
  bind('startStream', (call) => show.prepare(call, call.body)),
  bind('updateLiveStream', (call) => show.update(call, { ...call.body, id: call.params.id })),
  bind('updateStream', (call) => {
    const { streamId: id, ...input } = call.body;
    return show.update(call, { ...input, id });
  }),
  bind('setStreamDuration', (call) => show.setDuration(call, call.body)),
  bind('joinStream', (call) => show.join(call, call.params.id)),
  bind('searchStreams', (call) => show.search(call, call.query)),
  bind('getOwnStream', (call) => show.getOwn(call)),
  bind('endStream', (call) => show.end(call, call.params.id)),
  bind('getStreamSummary', (call) => show.getSummary(call, call.params.id)),
  bind('listStreamViewers', (call) => show.listViewers(call, call.params.id, call.query)),
  bind('buyStream', (call) => buyTicket(call, { ...call.body, id: call.params.id })),
  bind('setShowReminder', (call) => showReminder.set(call, call.params.id)),
  bind('removeShowReminder', (call) => showReminder.remove(call, call.params.id)),
];
