import { z } from 'zod';
import { IsoDate, ObjectId } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { findRoutes } from './find-routes';

export const foundKinds = ['person', 'order', 'payment'] as const;

const Found = z.object({
  kind: z.enum(foundKinds),
  _id: ObjectId,
  /** A name, an order number, or who paid. */
  title: z.string(),
  /** An email, a product, or a payment of the gateway; empty if there is none. */
  note: z.string(),
  createdAt: IsoDate,
  /** The whole id, email, username or number was asked for. */
  isExact: z.boolean(),
});

export const findSchemas = {
  findInConsole: {
    summary: 'People, orders and payments that fit some words, of the kinds that the role may read; exact ones first',
    mark: 'assumed',
    query: z.object({ text: z.string().max(200).default('') }),
    data: z.array(Found),
  },
} satisfies SchemasFor<typeof findRoutes>;
