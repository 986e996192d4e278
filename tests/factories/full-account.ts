import { cents } from '@contract/base/money';
import type { TestApp } from '../harness/build-test-app';
import { buildFeed, buildPhotoFeed } from './feed';
import { buildPhoto } from './media';
import { buildCard } from './money';
import { buildPerformer, type BuiltPerformer } from './performer';
import { buildUser, type BuiltPerson } from './user';

export const MARK = 'Zebulon';

export interface Life {
  creator: BuiltPerformer;
  fan: BuiltPerson;
  /** Items by the creator: one that nobody bought, one bought by the fan. */
  plainId: string;
  soldId: string;
  commentId: string;
  conversationId: string;
  soldMessageId: string;
}

let count = 0;

/** A creator and a fan who have used almost every feature that stores data. */
export async function buildLife(app: TestApp): Promise<Life> {
  count += 1;
  const word = `${MARK}${count}`;
  const creator = await buildPerformer(app, {
    name: `${word} Creator`,
    username: `${word.toLowerCase()}-creator`,
    email: `${word}-creator@example.test`.toLowerCase(),
    firstName: word,
    lastName: 'Moor',
    city: `${word} town`,
    bio: `I am ${word}`,
    headline: `${word} draws`,
    address: `${word} street 1`,
    welcomeMessage: `${word} says hello`,
    phone: `+35191000${1000 + count}`,
    socialLinks: [{ label: word, url: 'https://z.example/' }],
  });
  const fan = await buildUser(app, {
    name: `${word} Fan`,
    username: `${word.toLowerCase()}-fan`,
    email: `${word}-fan@example.test`.toLowerCase(),
    firstName: word,
    lastName: 'Fan',
    phone: `+35192000${1000 + count}`,
    wallet: cents(10_000),
  });
  const call = { fan: { as: fan.token }, creator: { as: creator.token } };
  await app.call('uploadMyAvatar', {
    ...call.fan,
    files: { avatar: { content: await buildPhoto(), name: `${word}.jpg` } },
  });
  await app.call('uploadPerformerAvatar', { ...call.creator, files: { avatar: { content: await buildPhoto() } } });
  const bank = { firstName: word, lastName: 'Moor', bankName: 'Harbour Bank', bankAccount: `${word}-iban-1` };
  await app.call('updateBankingSettings', {
    ...call.creator,
    params: { id: creator.id },
    body: { performerId: creator.id, ...bank },
  });
  await buildCard(app, fan, { holderName: `${word} Holder` });
  const plain = await buildPhotoFeed(app, creator, {
    title: `${word} plain`,
    text: `${word} for subscribers`,
    isSale: false,
  });
  const sold = await buildPhotoFeed(app, creator, {
    title: `${word} sold`,
    text: `${word} for sale`,
    isSale: true,
    price: 5,
  });
  const open = await buildFeed(app, creator, {
    title: `${word} open`,
    text: `${word} for all`,
    isSale: true,
    price: 0,
  });

  const params = { id: creator.id };
  await app.call('followPerformer', { ...call.fan, params });
  await app.call('tipPerformer', { ...call.fan, params, body: { price: 5 } });
  await app.call('buyFeed', { ...call.fan, params: { id: sold._id } });
  await app.call('createReaction', { ...call.fan, body: { objectId: open._id, objectType: 'feed', action: 'like' } });
  await app.call('createReaction', {
    ...call.fan,
    body: { objectId: open._id, objectType: 'feed', action: 'bookmark' },
  });
  const comment = await app.call('createComment', {
    ...call.fan,
    body: { objectId: open._id, objectType: 'feed', content: `${word} comments` },
  });
  await app.call('createComment', {
    ...call.creator,
    body: { objectId: comment.data._id, objectType: 'comment', content: `${word} answers` },
  });
  const opened = await app.call('createConversation', {
    ...call.creator,
    body: { source: 'user', sourceId: fan.id },
  });
  const conversationId = opened.data._id;
  const send = (who: 'fan' | 'creator', body: object) =>
    app.call('sendMessage', { ...call[who], params: { id: conversationId }, body });
  await send('creator', { text: `${word} writes first` });
  await send('fan', { text: `${word} answers` });
  const picture = await app.call('uploadMessagePhoto', {
    ...call.creator,
    files: { file: { content: await buildPhoto() } },
  });
  const paid = await send('creator', {
    text: `${word} for money`,
    fileIds: [picture.data._id],
    isSale: true,
    price: 4,
  });
  await app.call('buyMessage', { ...call.fan, params: { id: paid.data._id } });
  return {
    creator,
    fan,
    plainId: plain._id,
    soldId: sold._id,
    commentId: comment.data._id,
    conversationId,
    soldMessageId: paid.data._id,
  };
}
