import { z } from 'zod';
import type { addressRoutes } from './address-routes';
import {
  Flag,
  ListQuery,
  ObjectId,
  True,
  byId,
  byIdIfAllowed,
  each,
  getPage,
  revisionField,
  stamps,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { CountryCode, clearable, line, requiredLine, text } from '../base/field-schemas';

/** Wire contract 3.23. Fields that a country does not use are empty. */
const Address = z.object({
  ...stamps,
  ...revisionField,
  source: z.enum(['user', 'performer']),
  sourceId: ObjectId,
  name: z.string(),
  country: z.string(),
  /** Two letters; our extension. */
  countryCode: z.string().optional(),
  state: z.string(),
  city: z.string(),
  district: z.string().nullish(),
  ward: z.string().nullish(),
  streetNumber: z.string(),
  streetAddress: z.string(),
  zipCode: z.string(),
  description: z.string().nullish(),
  /** The cart's default; our extension. */
  isDefault: z.boolean().optional(),
});

/** Compatible backends require all but the description; in our API, state, city and postal code depend on the country. */
const AddressBody = z
  .object({
    name: requiredLine(100),
    /** Name or two-letter code. */
    country: requiredLine(100),
    ...each(['state', 'city', 'district', 'ward'], clearable(line(100))),
    streetNumber: clearable(line(20)),
    streetAddress: requiredLine(200),
    zipCode: clearable(line(20)),
    description: clearable(text(500)),
    /** Clients use this name for the description when they create an address. */
    note: clearable(text(500)),
    /** True makes it the cart's default instead of the previous one; our extension. */
    isDefault: Flag.optional(),
  })
  .transform(({ note, ...address }) => ({ ...address, description: address.description ?? note }));

const AddressField = z.object({
  name: z.enum(['streetNumber', 'streetAddress', 'ward', 'district', 'city', 'state', 'zipCode']),
  /** English label in that country, such as "ZIP code" or "Prefecture". */
  label: z.string(),
  isRequired: z.boolean(),
  /** Allowed values, if the country's postal service has a list; otherwise any text. */
  options: z.array(z.string()).optional(),
  /** A regular expression for the whole value, and matching values. */
  pattern: z.string().optional(),
  examples: z.array(z.string()).optional(),
});

export const addressSchemas = {
  createAddress: {
    summary: 'Save a delivery address; the first one becomes the default',
    mark: 'seen',
    body: AddressBody,
    data: Address,
    errors: ['VALIDATION_FAILED', 'TOO_MANY_ADDRESSES'],
  },
  updateAddress: {
    ...byId,
    summary: "Change one of the caller's addresses",
    body: AddressBody,
    data: True,
    errors: ['VALIDATION_FAILED', 'ENTITY_NOT_FOUND', 'FORBIDDEN', 'CHANGED_ELSEWHERE'],
  },
  listAddresses: {
    summary: "The caller's addresses, the default first",
    mark: 'seen',
    query: ListQuery,
    data: getPage(Address),
  },
  deleteAddress: { ...byIdIfAllowed, summary: "Delete one of the caller's addresses", data: True },
  getAddressForm: {
    summary: 'The fields of an address in a country, in the order they are written there',
    mark: 'assumed',
    params: z.object({ country: CountryCode }),
    data: z.object({ country: z.string(), name: z.string(), fields: z.array(AddressField) }),
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof addressRoutes>;
