import { paintPicture } from './files';
import { addLine, endShow, findShowByChat, goLive, prepareShow } from './shows';
import type { Hole } from './holes';
import { addCard, addCreator, addMessage, addProduct, addSubscription, seed } from './seed';
import { addPerson, type NewPerson } from './seed-people';
import { required } from './refusal';
import { tell } from './sockets';
import { findPerson, openSession, type Person, type World } from './state';
import { emptyWorld } from './world';

type Control = (world: World, body: Record<string, unknown>, query: URLSearchParams) => unknown;

/** Endpoints for tests: the app never calls them, and they are not logged. */
const controls: Record<string, Control> = {
  'GET /__mock/health': () => ({ ok: true }),
  'POST /__mock/reset': async (world) => {
    Object.assign(world, emptyWorld(world));
    await seed(world);
    return { ok: true };
  },
  'GET /__mock/log': ({ log }, _body, query) =>
    log.filter(({ at, personId }) => {
      const person = query.get('personId');
      return at >= Number(query.get('since') ?? 0) && (person === null || person === personId);
    }),
  'GET /__mock/books': (world, _body, query) => {
    const id = query.get('personId') ?? '';
    const mine = ({ sourceId }: { sourceId: string }) => sourceId === id;
    return {
      balance: world.people.get(id)?.balance,
      charges: world.charges.filter(mine),
      transactions: world.transactions.filter(mine),
      subscriptions: world.subscriptions.filter(({ userId }) => userId === id),
      messages: world.messages.filter(({ senderId }) => senderId === id),
      assets: world.assets.filter(({ fromSourceId }) => fromSourceId === id),
      products: world.products.filter(({ fromSourceId }) => fromSourceId === id),
    };
  },
  'POST /__mock/fans': (world, body) => {
    const { card, ...about } = body as NewPerson & { card?: string };
    const fan = addPerson(world, about);
    if (card) addCard(world, fan, card);
    return account(world, fan);
  },
  'POST /__mock/creators': async (world, body) => {
    const pictures = await Promise.all(['#8a4f7d', '#4f7d8a', '#7d8a4f'].map(paintPicture));
    const creator = addCreator(world, body, pictures);
    const feeds = world.feeds.filter(({ fromSourceId }) => fromSourceId === creator._id);
    return { ...account(world, creator), feeds: feeds.map(({ _id, slug, text }) => ({ _id, slug, text })) };
  },
  'POST /__mock/subscriptions': (world, { fanId, creatorId, status }) => {
    addSubscription(world, who(world, fanId), who(world, creatorId), typeof status === 'string' ? status : 'active');
    return { ok: true };
  },
  'POST /__mock/messages': (world, { from, to, ...about }) =>
    addMessage(world, who(world, from), who(world, to), about),
  'POST /__mock/shows': (world, { creatorId, ...about }) => {
    const stream = prepareShow(world, who(world, creatorId), about);
    goLive(world, stream);
    return { _id: stream._id, conversationId: stream.conversationId };
  },
  'POST /__mock/shows/say': (world, { from, conversationId, text }) =>
    addLine(world, required(findShowByChat(world, String(conversationId))), who(world, from), {
      type: 'text',
      text: String(text),
    }),
  'POST /__mock/shows/end': (world, { conversationId }) => {
    endShow(world, required(findShowByChat(world, String(conversationId))));
    return { ok: true };
  },
  'POST /__mock/faults': ({ faults }, body) => faults.push(body as never),
  'POST /__mock/tokens/kill': ({ sessions }, { token }) => sessions.delete(String(token)),
  'POST /__mock/settings': ({ settings }, body) => Object.assign(settings, body),
  'POST /__mock/people': (world, { id, ...fields }) => {
    Object.assign(who(world, id), fields);
    return { ok: true };
  },
  /** As in compatible backends, the account's content, messages and purchases remain. */
  'POST /__mock/people/remove': ({ people }, { id }) => people.delete(String(id)),
  'POST /__mock/products': (world, { creatorId, ...about }) => addProduct(world, who(world, creatorId), about),
  /** An operator decides on the creator's latest request. Only paying it lowers the balance. Wire contract 2.22. */
  'POST /__mock/payouts/decide': (world, { creatorId, ...fields }) => {
    const { _id } = who(world, creatorId);
    const payout = required(world.payouts.findLast(({ sourceId }) => sourceId === _id));
    if (fields['status'] === 'done') who(world, creatorId).balance -= payout.requestTokens;
    Object.assign(payout, fields, { updatedAt: new Date().toISOString() });
    return { ok: true };
  },
  'POST /__mock/holes': ({ holes }, { personId, hole }) => {
    if (hole) holes.set(String(personId), hole as Hole);
    else holes.delete(String(personId));
    return { ok: true };
  },
  'POST /__mock/events': (world, { personId, event, payload }) => {
    tell(world, String(personId), String(event), payload);
    return { ok: true };
  },
};

function who(world: World, id: unknown): Person {
  const person = findPerson(world, String(id));
  if (!person) throw new Error(`No account has the id or username "${String(id)}"`);
  return person;
}

const account = (world: World, { _id, name, username, password }: Person) => ({
  _id,
  name,
  username,
  password,
  token: openSession(world, _id, true),
});

export async function runControl(
  world: World,
  name: string,
  body: Record<string, unknown>,
  query: URLSearchParams,
): Promise<unknown> {
  const control = controls[name];
  if (!control) throw new Error(`Unknown control ${name}`);
  return (await control(world, body, query)) ?? null;
}
