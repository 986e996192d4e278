import type { FastifyInstance } from 'fastify';

/** Events of the platform's own gateway account, or of accounts connected to it to be paid. */
type EventEndpoint = 'platform' | 'connect';

interface WebhookRoutesContext {
  receive(body: Buffer, signature: string, endpoint: EventEndpoint): Promise<void>;
}

const paths: Record<EventEndpoint, string> = {
  platform: '/webhooks/stripe',
  connect: '/webhooks/stripe/connect',
};

/** The signature is for the raw bytes, so these routes do not parse the body. They respond once the event is stored. */
export function registerWebhookRoutes(http: FastifyInstance, { receive }: WebhookRoutesContext): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const [endpoint, path] of Object.entries(paths) as [EventEndpoint, string][]) {
      scope.post(path, { schema: { hide: true } }, async (request, reply) => {
        const { 'stripe-signature': signature } = request.headers;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receive(body, typeof signature === 'string' ? signature : '', endpoint);
        return reply.type('application/json').send('{"received":true}');
      });
    }
  });
}
