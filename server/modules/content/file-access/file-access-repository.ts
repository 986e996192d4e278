import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { isBlockedBy } from '../../../db/conditions';
import { firstOrNull, listIds } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversationMembers, conversations, messageFiles, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import { userBlocks } from '../../../db/schema/social';

export interface CreatorVisibility {
  id: string;
  status: string;
  isApproved: boolean;
  countries: string[];
  isBlocked: boolean;
}

export type FileAccessRepository = ReturnType<typeof createFileAccessRepository>;
export type FileOfMessage = Awaited<ReturnType<FileAccessRepository['listMessagesOfFile']>>[number];

export function createFileAccessRepository(db: Db) {
  /** An empty id for guests, which no account has. */
  const getId = (viewerId: string | null) => viewerId ?? '';
  const isBought = (viewerId: string | null, target: string, id: PgColumn): SQL<boolean> =>
    sql<boolean>`exists (select 1 from ${purchases} where ${purchases.userId} = ${getId(viewerId)}
      and ${purchases.target} = ${target} and ${purchases.targetId} = ${id})`;
  return {
    listBlocking: (userId: string, performerIds: readonly string[]): Promise<string[]> =>
      listIds(
        db
          .select({ id: userBlocks.performerId })
          .from(userBlocks)
          .where(and(eq(userBlocks.userId, userId), inArray(userBlocks.performerId, performerIds))),
      ),

    findViewer: (id: string) =>
      firstOrNull(
        db
          .select({ kind: accounts.kind, roles: accounts.roles, status: accounts.status })
          .from(accounts)
          .where(eq(accounts.id, id)),
      ),

    findVisibility: (performerId: string, viewerId: string | null): Promise<CreatorVisibility | null> =>
      firstOrNull(
        db
          .select({
            id: accounts.id,
            status: accounts.status,
            isApproved: performers.verifiedDocument,
            countries: performers.blockedCountries,
            isBlocked: isBlockedBy(accounts.id, getId(viewerId)),
          })
          .from(accounts)
          .innerJoin(performers, eq(performers.id, accounts.id))
          .where(eq(accounts.id, performerId)),
      ),

    listMessagesOfFile: (fileId: string, viewerId: string | null) =>
      db
        .select({
          senderId: messages.senderId,
          senderSource: messages.senderSource,
          isSale: messages.isSale,
          price: messages.price,
          isDeleted: messages.isDeleted,
          conversationType: conversations.type,
          isMember: sql<boolean>`exists (select 1 from ${conversationMembers} where
            ${conversationMembers.conversationId} = ${messages.conversationId}
            and ${conversationMembers.accountId} = ${getId(viewerId)})`,
          isBought: isBought(viewerId, 'message', messages.id),
        })
        .from(messageFiles)
        .innerJoin(messages, eq(messages.id, messageFiles.messageId))
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(eq(messageFiles.fileId, fileId)),
  };
}
