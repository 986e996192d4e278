import type { EndpointData } from '@contract/schemas';
import type { TestApp } from '../harness/build-test-app';
import { buildConnection, buildShow, type TestConnection } from './show';
import type { BuiltPerson } from './user';

export type Seat = EndpointData<'getSeat'>;

type SeatEvent = keyof TestApp['services']['seat']['socketHandlers'];

interface Place {
  streamId: string;
  conversationId: string;
}

export async function emitSeat(
  app: TestApp,
  connection: TestConnection,
  event: SeatEvent,
  { streamId, conversationId }: Place,
): Promise<void> {
  const call = { actor: connection.actor, connection, payload: { streamId, conversationId } };
  await app.services.seat.socketHandlers[event](call);
}

/** Joins the room of a show that is paid by the minute. */
export async function enterPlace(app: TestApp, person: BuiltPerson, place: Place, country: string | null = null) {
  const connection = buildConnection(person.actor, country);
  await emitSeat(app, connection, 'private-stream/join', place);
  return connection;
}

export const listSeats = async (app: TestApp, person: BuiltPerson): Promise<Seat[]> =>
  (await app.call('listSeats', { as: person.token })).data.data;

export const readSeat = async (app: TestApp, person: BuiltPerson, id: string): Promise<Seat> =>
  (await app.call('getSeat', { as: person.token, params: { id } })).data;

/** A public show whose host accepts requests for private shows. @param minutePrice dollars */
export const buildOpenShow = (app: TestApp, host: BuiltPerson, minutePrice = 2, body: object = {}) =>
  buildShow(app, host, { minutePrice, ...body });

export async function askForShow(app: TestApp, fan: BuiltPerson, host: BuiltPerson): Promise<Seat> {
  const reply = await app.call('requestPrivateChat', { as: fan.token, params: { id: host.id }, body: {} });
  if (reply.status !== 200) throw new Error(`requestPrivateChat: ${JSON.stringify(reply.body)}`);
  const seat = (await listSeats(app, fan)).find(({ streamId }) => streamId === reply.data.streamId);
  if (!seat) throw new Error('The fan has no seat after requestPrivateChat');
  return seat;
}

export const accept = (app: TestApp, host: BuiltPerson, { conversationId }: Pick<Place, 'conversationId'>) =>
  app.call('acceptPrivateChat', { as: host.token, params: { id: conversationId } });

/** A private show with both sides in the room and the first minute paid. */
export async function buildPrivateShow(app: TestApp, fan: BuiltPerson, host: BuiltPerson, minutePrice = 2) {
  const show = await buildOpenShow(app, host, minutePrice);
  const seat = await askForShow(app, fan, host);
  const accepted = await accept(app, host, seat);
  if (accepted.status !== 200) throw new Error(`acceptPrivateChat: ${JSON.stringify(accepted.body)}`);
  const fanSocket = await enterPlace(app, fan, seat);
  const hostSocket = await enterPlace(app, host, seat);
  await app.services.seat.tick(app.clock.now());
  return { ...seat, show, fanSocket, hostSocket };
}

/** Advances the clock in small steps, so that the sockets of these processes still count as connected. */
export async function runShows(apps: TestApp | TestApp[], seconds: number, stepSeconds = 5): Promise<void> {
  const processes = [apps].flat();
  const [{ clock }] = processes as [TestApp];
  for (let left = seconds; left > 0; left -= stepSeconds) {
    clock.advance({ seconds: Math.min(stepSeconds, left) });
    for (const { services } of processes) await services.showPresence.beat();
    await tickShows(processes);
  }
}

export async function tickShows(apps: TestApp | TestApp[]): Promise<void> {
  for (const { services, clock } of [apps].flat()) {
    await services.showTick.tick(clock.now());
    await services.seat.tick(clock.now());
  }
}
