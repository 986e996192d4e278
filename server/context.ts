import type { Db } from './db/client';
import type { Env } from './env';
import type { Events } from './events';
import type { CaptchaGateway } from './gateways/captcha';
import type { GeoGateway } from './gateways/geo';
import type { LoginGateways } from './gateways/login-gateways';
import type { MailGateway } from './gateways/mail';
import type { MalwareGateway } from './gateways/malware';
import type { Outbox } from './gateways/outbox';
import type { Outgoing } from './gateways/outgoing';
import type { MoneyGateways } from './gateways/money-gateways';
import type { PushGateway } from './gateways/push';
import type { StreamingGateway } from './gateways/streaming';
import type { TaxGateway } from './gateways/tax';
import type { JobQueue } from './jobs/queue';
import type { DiskRoom } from './lib/disk-room';
import type { Failures } from './log/failures';
import type { Logger } from './log/logger';
import type { Publisher } from './realtime/publish';
import type { Announcements } from './redis/announcements';
import type { Redis } from './redis/connect-redis';

/** Injected, so that tests can control the time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Gateways extends LoginGateways, MoneyGateways {
  captcha: CaptchaGateway;
  geo: GeoGateway;
  mail: MailGateway;
  malware: MalwareGateway;
  outbox: Outbox | null;
  outgoing: Outgoing;
  push: PushGateway;
  streaming: StreamingGateway;
  tax: TaxGateway;
}

export interface ServerContext {
  env: Env;
  db: Db;
  disk: DiskRoom;
  jobs: JobQueue;
  events: Events;
  publisher: Publisher;
  /** Shared by all processes; null if there is only one. Commands fail at once while it is unavailable. */
  redis: Redis | null;
  announcements: Announcements;
  gateways: Gateways;
  clock: Clock;
  log: Logger;
  failures: Failures;
}
