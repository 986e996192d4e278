import type { Redis } from 'ioredis';
import { duplicateQuietly, getPrefix, listening } from './connect-redis';

/**
 * Changes that other processes must notice at once. `missedEvents`: socket events of some process did not reach the others.
 */
export const topics = ['settings', 'countries', 'items', 'missedEvents'] as const;
export type Topic = (typeof topics)[number];

export interface Announcements {
  /** Calls the listeners in this process, and soon those in all others. */
  announce(topic: Topic): void;
  onAnnounced(topic: Topic, listener: () => void): void;
  close(): void;
}

/**
 * Without Redis, only this process is told. After an outage of Redis, all listeners are called, because announcements may have
 * been lost. Caches also expire by themselves, so that they never depend on this.
 */
export function createAnnouncements(redis: Redis | null): Announcements {
  const listeners = new Map<Topic, (() => void)[]>(topics.map((topic) => [topic, []]));
  const emit = (topic: Topic) => listeners.get(topic)?.forEach((listen) => listen());
  const subscriber = redis && duplicateQuietly(redis, listening);
  const channel = redis && `${getPrefix(redis)}announcements`;
  if (subscriber && channel) {
    let wasReady = false;
    subscriber.subscribe(channel).catch(() => undefined);
    subscriber.on('ready', () => {
      if (wasReady) topics.forEach(emit);
      wasReady = true;
    });
    subscriber.on('message', (_channel, topic) => emit(topic as Topic));
  }
  return {
    announce(topic) {
      emit(topic);
      // If it is lost, Redis is unavailable, and all processes notice when it is back.
      if (redis && channel) redis.publish(channel, topic).catch(() => undefined);
    },
    onAnnounced: (topic, listener) => void listeners.get(topic)?.push(listener),
    close: () => subscriber?.disconnect(),
  };
}
