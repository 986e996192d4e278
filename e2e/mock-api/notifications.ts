import { getPage, sorted, type Endpoints } from './call';
import { required } from './refusal';
import { tell } from './sockets';
import { stamp, type Notification, type Person, type World } from './state';

/** Only one API variant has notifications. Wire contract 2.2, 3.21. */
export const notificationEndpoints: Endpoints = {
  'GET /notifications': [
    'any',
    (call) => {
      const own = call.world.notifications.filter(({ userId, read }) => {
        const isWanted = call.query['status'] !== 'read' || read;
        return userId === call.me._id && isWanted;
      });
      return getPage(call, sorted(call, own), (one) => notificationView(call.world, one));
    },
  ],
};

/** Other backends use the singular path, and have some calls of their own. */
export const singularNotificationEndpoints: Endpoints = {
  'GET /notification': notificationEndpoints['GET /notifications']!,
  'GET /notification/total-unread': [
    'any',
    ({ world, me }) => world.notifications.filter(({ userId, read }) => userId === me._id && !read).length,
  ],
  'PUT /notification/:id/read': [
    'any',
    ({ world, me, params }) => {
      const one = required(world.notifications.find(({ _id, userId }) => _id === params['id'] && userId === me._id));
      one.read = true;
      return true;
    },
  ],
  'PUT /notification/read-all': [
    'any',
    ({ world, me }) => {
      for (const one of world.notifications) if (one.userId === me._id) one.read = true;
      return true;
    },
  ],
};

const words: Record<string, string> = {
  follow: 'started following you',
  subscribe: 'subscribed to you',
  tip: 'sent you a tip',
  comment: 'commented on your post',
  like: 'liked your post',
  created: 'published a new post',
};

function notificationView(world: World, { createdBy, ...one }: Notification) {
  const by = world.people.get(createdBy);
  return {
    ...one,
    thumbnail: by?.avatar ?? '',
    createdBy: by && { _id: by._id, name: by.name, username: by.username, avatar: by.avatar },
    createdByModel: by?.isPerformer ? 'Performer' : 'User',
  };
}

export function notify(
  world: World,
  { to, from, type, action, refId }: { to: string; from: Person; type: string; action: string; refId: string },
): void {
  if (!world.profile.hasNotifications || to === from._id) return;
  const one: Notification = {
    ...stamp(),
    userId: to,
    type,
    action,
    title: from.name,
    message: `${from.name} ${words[action] ?? ''}`.trim(),
    refId,
    refSource: type,
    createdBy: from._id,
    read: false,
  };
  world.notifications.push(one);
  tell(world, to, 'send_notification', notificationView(world, one));
}
