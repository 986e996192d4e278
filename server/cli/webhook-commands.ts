import { siteEvents, type WebhookEvent } from '@contract/base/webhook-events';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

const LISTED = 50;

const isSiteEvent = (name: string): name is (typeof siteEvents)[number] => siteEvents.some((known) => known === name);

/** All events without names. @throws Error for names that the site does not send */
function readEvents(names: readonly string[]): WebhookEvent[] {
  const wrong = names.filter((name) => !isSiteEvent(name));
  if (wrong.length > 0)
    throw new Error(`Not events of the site: ${wrong.join(', ')}. It has ${siteEvents.join(', ')}.`);
  return names.length === 0 ? [...siteEvents] : names.filter(isSiteEvent);
}

const noEndpoint = (id: string) => explainNotFound(`There is no webhook endpoint ${id}.`);

/** Owners' own servers; creators' endpoints belong to them alone. */
export const webhookCommands: Record<string, OperatorCommand> = {
  'webhook list': {
    takes: '',
    says: 'lists the webhook endpoints of the site, with the owners who added them',
    async run({ webhook }) {
      const endpoints = await webhook.ofSite.list();
      if (endpoints.length === 0) return 'There are no webhook endpoints.';
      const describe = ({ _id, isOn, url, email, events }: (typeof endpoints)[number]) =>
        `${_id}  ${isOn ? 'on' : 'off'}  ${url}  ${email}  ${events.join(' ')}`;
      return endpoints.map(describe).join('\n');
    },
  },
  'webhook add': {
    takes: '<url> [event …]',
    permission: 'manageSite',
    says: 'sends events of the site to a server, and prints the secret once',
    async run({ webhook }, [url, ...names], { operator }) {
      if (url === undefined || !URL.canParse(url)) throw usage('<url> [event …]');
      const { _id, secret } = await webhook.ofSite.create(operator, { url, events: readEvents(names) });
      return `${_id} was added.\nIts secret, shown only now: ${secret}`;
    },
  },
  'webhook set': {
    takes: '<id> on|off|<event …>',
    permission: 'manageSite',
    says: 'turns an endpoint on or off, or chooses its events',
    async run({ webhook }, [id, ...words], { operator }) {
      const [word] = words;
      if (id === undefined || word === undefined) throw usage('<id> on|off|<event …>');
      const change = word === 'on' || word === 'off' ? { isOn: word === 'on' } : { events: readEvents(words) };
      const { isOn, events } = await webhook.ofSite.update(operator, id, change).catch(noEndpoint(id));
      return `${id} is ${isOn ? 'on' : 'off'}: ${events.join(' ')}`;
    },
  },
  'webhook remove': {
    takes: '<id>',
    permission: 'manageSite',
    says: 'removes an endpoint with its deliveries',
    async run({ webhook }, [id = ''], { operator }) {
      await webhook.ofSite.remove(operator, id).catch(noEndpoint(id));
      return `${id} was removed.`;
    },
  },
  'webhook rotate': {
    takes: '<id>',
    permission: 'manageSite',
    says: 'makes a new secret and prints it; the old one signs, too, for a day',
    async run({ webhook }, [id = ''], { operator }) {
      const { secret } = await webhook.ofSite.rotate(operator, id).catch(noEndpoint(id));
      return `The secret of ${id}, shown only now: ${secret}`;
    },
  },
  'webhook test': {
    takes: '<id>',
    permission: 'manageSite',
    says: 'sends a test event to an endpoint now',
    async run({ webhook }, [id = ''], { operator }) {
      const { status, replyStatus } = await webhook.ofSite.test(operator, id).catch(noEndpoint(id));
      return `The test was ${status === 'delivered' ? 'delivered' : 'not delivered'}. Reply: ${replyStatus ?? 'none'}`;
    },
  },
  'webhook deliveries': {
    takes: '<id>',
    permission: 'manageSite',
    says: `lists the last ${LISTED} deliveries to an endpoint`,
    async run({ webhook }, [id = ''], { operator }) {
      const page = { limit: LISTED, offset: 0 };
      const { data } = await webhook.ofSite.listDeliveries(operator, id, page).catch(noEndpoint(id));
      if (data.length === 0) return 'There are no deliveries.';
      return data
        .map(({ _id, createdAt, event, status, replyStatus }) =>
          `${_id}  ${createdAt}  ${event}  ${status}  ${replyStatus ?? ''}`.trim(),
        )
        .join('\n');
    },
  },
  'webhook replay': {
    takes: '<delivery>',
    permission: 'manageSite',
    says: 'sends a delivery again now, with the same webhook-id',
    async run({ webhook }, [id = ''], { operator }) {
      const { status, replyStatus, replyText } = await webhook.ofSite
        .replay(operator, id)
        .catch(explainNotFound(`There is no delivery ${id}.`));
      return `${id}: ${status}  ${replyStatus ?? ''} ${replyText}`.trim();
    },
  },
};
