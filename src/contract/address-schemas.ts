import { z } from 'zod';
import type { addressRoutes } from './address-routes';
import { IdParams, ListQuery, ObjectId, True, pageOf, stamps } from './common-schemas';
import type { SchemasFor } from './define';
import { clearable, requiredText, text } from './field-schemas';

/** Wire contract 3.23. `country` is the name of the country, not its code. */
const Address = z.object({
  ...stamps,
  source: z.enum(['user', 'performer']),
  sourceId: ObjectId,
  name: z.string(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  district: z.string().nullish(),
  ward: z.string().nullish(),
  streetNumber: z.string(),
  streetAddress: z.string(),
  zipCode: z.string(),
  description: z.string().nullish(),
});

const AddressBody = z
  .object({
    name: requiredText(100),
    country: requiredText(100),
    state: requiredText(100),
    city: requiredText(100),
    /** The family needs these two; addresses of many countries have neither. */
    district: clearable(text(100)),
    ward: clearable(text(100)),
    streetNumber: requiredText(20),
    streetAddress: requiredText(200),
    zipCode: requiredText(20),
    description: clearable(text(500)),
    /** How clients spell the description when they create an address. */
    note: clearable(text(500)),
  })
  .transform(({ note, ...address }) => ({ ...address, description: address.description ?? note }));

export const addressSchemas = {
  createAddress: {
    summary: 'Save a delivery address',
    mark: 'seen',
    body: AddressBody,
    data: Address,
  },
  updateAddress: {
    summary: "Change one of the caller's addresses",
    mark: 'seen',
    params: IdParams,
    body: AddressBody,
    data: True,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  listAddresses: {
    summary: "The caller's addresses",
    mark: 'seen',
    query: ListQuery,
    data: pageOf(Address),
  },
  deleteAddress: {
    summary: "Delete one of the caller's addresses",
    mark: 'seen',
    params: IdParams,
    data: True,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
} satisfies SchemasFor<typeof addressRoutes>;
