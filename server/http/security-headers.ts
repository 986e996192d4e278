import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Headers of every reply. The API speaks JSON: nothing of it is to be drawn, framed or taken for anything else. Replies
 * that are drawn (media, flags, the pages that mails and sandboxes lead to) overwrite what they need. No cookie is set.
 *
 * @param isSecure whether people reach the API by https only.
 */
export async function registerSecurityHeaders(http: FastifyInstance, isSecure: boolean): Promise<void> {
  const options: FastifyHelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    // Scripts of other sites read replies by CORS, which this does not touch; embedding them is for media only.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // The pages that mails and sandboxes lead to: who opened them gets no hold of them.
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xContentTypeOptions: true,
    xFrameOptions: { action: 'deny' },
    // For pages of old browsers; none of these is one.
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
  await http.register(helmet, options);
  // Set before anything else can answer: a refusal too is read by pages of the other origin, which tell it from a lost connection.
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/media/')) void reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
}
