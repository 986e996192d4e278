import { platformSubscriptions, purchases } from '../../server/db/schema/money';
import { cents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import type { FeedView } from '../../server/modules/content/feed/feed-service';
import type { TestApp } from '../harness/build-test-app';
import { buildPhoto, buildStoredPhoto } from './media';
import type { BuiltPerson } from './user';

type FeedInput = Parameters<TestApp['services']['feed']['create']>[1];

/** A published post for subscribers, with the polls of `pollIds`. */
export function buildFeed(app: TestApp, owner: BuiltPerson, input: FeedInput = {}): Promise<FeedView> {
  return app.services.feed.create(owner.actor, {
    type: 'text',
    title: 'A title all may read',
    text: 'What only some may read',
    ...input,
  });
}

export async function buildPhotoFeed(app: TestApp, owner: BuiltPerson, input: FeedInput = {}): Promise<FeedView> {
  const content = await buildPhoto();
  const photo = await buildStoredPhoto(app, {
    ownerId: owner.id,
    type: 'feed-photo',
    name: 'Secret name.jpg',
    content,
  });
  return buildFeed(app, owner, { type: 'photo', fileIds: [photo.id], ...input });
}

export async function buildPollOption(app: TestApp, owner: BuiltPerson, description = 'Yes'): Promise<string> {
  return (await app.services.feed.createPoll(owner.actor, { description }))._id;
}

/** Gives access as a payment would. */
export async function buildPurchase(app: TestApp, buyer: BuiltPerson, target: string, targetId: string): Promise<void> {
  await app.context.db.insert(purchases).values({ userId: buyer.id, target, targetId, chargeId: newId() });
}

export async function buildPlatformSubscription(app: TestApp, fan: BuiltPerson): Promise<void> {
  const now = app.clock.now();
  const expiredAt = new Date(now.getTime() + 30 * 24 * 3600 * 1000);
  await app.context.db.insert(platformSubscriptions).values({
    userId: fan.id,
    status: 'active',
    price: cents(1199),
    startRecurringDate: now,
    nextRecurringDate: expiredAt,
    expiredAt,
  });
}
