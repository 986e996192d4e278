import type { FastifyInstance } from 'fastify';
import type { StripeDouble } from './stripe-double';

/** Pages of the double. */
export function createPages(_http: FastifyInstance, _double: StripeDouble): void {}
