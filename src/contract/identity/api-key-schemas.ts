import { z } from 'zod';
import { Deleted, IdParams, IsoDate, ObjectId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredLine } from '../base/field-schemas';
import { keyScopes } from '../base/key-scopes';
import { limits } from '../base/limits';
import type { apiKeyRoutes } from './api-key-routes';

const KeyScopeName = z.enum(keyScopes);

const ApiKey = z.object({
  _id: ObjectId,
  name: z.string(),
  scopes: z.array(KeyScopeName),
  /** Its last characters, by which its owner recognizes it. */
  hint: z.string(),
  createdAt: IsoDate,
  /** Null for a key that does not expire. */
  expiresAt: IsoDate.nullable(),
  /** Exact to a minute. */
  lastUsedAt: IsoDate.nullable(),
});

export const apiKeySchemas = {
  listApiKeys: {
    summary: "The caller's API keys, the newest first; expired ones are gone",
    mark: 'assumed',
    data: getPage(ApiKey),
  },
  createApiKey: {
    summary: 'Make an API key; `key` is in this reply only, and its owner gets an email',
    mark: 'assumed',
    body: z.object({
      name: requiredLine(limits.apiKeyName),
      scopes: z.array(KeyScopeName).min(1).max(keyScopes.length),
      /** Absent for a key that does not expire. */
      expiresInDays: z.int().min(1).max(limits.apiKeyDays).optional(),
    }),
    data: ApiKey.extend({ key: z.string() }),
    errors: ['TOO_MANY_API_KEYS'],
  },
  deleteApiKey: {
    summary: 'Revoke an API key: calls with it are refused from now on',
    mark: 'assumed',
    params: IdParams,
    data: Deleted,
    errors: ['ENTITY_NOT_FOUND'],
  },
} as const satisfies SchemasFor<typeof apiKeyRoutes>;
