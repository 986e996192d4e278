import { keyScopes } from '@contract/base/key-scopes';
import { limits } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { newId } from '../../../../db/columns';
import { inTransaction } from '../../../../db/transaction';
import { AppError, requireFound } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { apiKeyMail } from '../credentials/account-mails';
import { createOwnerMail } from '../credentials/owner-mail';
import type { SessionService } from '../session/session-service';
import { hashToken } from '../session/tokens';
import { createApiKeyRepository, type ApiKeyRow } from './api-key-repository';
import { createKeyText, isKeyText } from './key-text';

const DAY_MS = 24 * 3600 * 1000;
const TOUCH_INTERVAL_MS = 60 * 1000;
const HINT_LENGTH = 4;

interface ApiKeyDeps {
  session: Pick<SessionService, 'lockOwn'>;
  settings: SettingsService;
}

/** Keys are looked up for every call, so that revoking one takes effect at once in all processes. Decisions 8. */
export function createApiKeyService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { session, settings }: ApiKeyDeps,
) {
  const { db, clock } = context;
  const keys = createApiKeyRepository(db);
  const mailOwner = createOwnerMail(context, { settings });

  return {
    /** Null for the token of a log-in, too. The actor is no operator, even if the account is one. */
    async findActor(text: string): Promise<Actor | null> {
      if (!isKeyText(text)) return null;
      const now = clock.now();
      const row = await keys.findByHash(hashToken(text), now);
      if (!row) return null;
      const { keyId, scopes, lastUsedAt, status, ...account } = row;
      if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS) await keys.touch(keyId, now);
      return {
        ...account,
        operatorRole: null,
        sessionId: keyId,
        keyScopes: scopes,
        ...(status === 'closing' && { isClosing: true }),
        ...(status === 'erasing' && { isErasing: true }),
      };
    },

    async list(actor: Actor): Promise<EndpointReply<'listApiKeys'>> {
      const rows = await keys.listOfAccount(actor.id, clock.now());
      return { data: rows.map(presentKey), total: rows.length };
    },

    /** The route requires a fresh proof. @throws AppError TOO_MANY_API_KEYS */
    async create(
      actor: Actor,
      { name, scopes, expiresInDays }: EndpointPart<'createApiKey', 'body'>,
    ): Promise<EndpointReply<'createApiKey'>> {
      const now = clock.now();
      const key = createKeyText();
      const row: ApiKeyRow = {
        id: newId(now.getTime()),
        accountId: actor.id,
        name,
        scopes: keyScopes.filter((scope) => scopes.includes(scope)),
        keyHash: hashToken(key),
        hint: key.slice(-HINT_LENGTH),
        expiresAt: expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
        lastUsedAt: null,
        createdAt: now,
      };
      await inTransaction(db, async (tx) => {
        await session.lockOwn(actor, tx);
        const existing = await keys.listOfAccount(actor.id, now, tx);
        if (existing.length >= limits.apiKeys) throw new AppError('TOO_MANY_API_KEYS');
        await keys.insert(row, tx);
        await mailOwner(actor.id, (recipient) => apiKeyMail({ ...recipient, name }), tx);
      });
      return { ...presentKey(row), key };
    },

    /** @throws AppError ENTITY_NOT_FOUND */
    async remove(actor: Actor, id: string): Promise<EndpointReply<'deleteApiKey'>> {
      requireFound(await keys.removeOne(actor.id, id));
      return { deleted: true };
    },

    sweep: (): Promise<void> => keys.removeExpired(clock.now()),
  };
}

const presentKey = ({ id, name, scopes, hint, createdAt, expiresAt, lastUsedAt }: ApiKeyRow) => ({
  _id: id,
  name,
  scopes,
  hint,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
