import type { FastifyRequest } from 'fastify';
import type { Access } from '@contract/base/define';
import type { Actor } from '../access';
import { AppError } from '../errors';

/**
 * Looks a token up that came from an address; null when it is unknown, ended or expired. Given by the app, so that this
 * room knows no module.
 */
export type FindActor = (token: string, address: string) => Promise<Actor | null>;

/** What clients send that have no token; an upload sends nothing at all. Wire contract 1.4. */
const absent = new Set(['', 'null', 'undefined']);

/**
 * The raw token of a request: the `Authorization` header, with or without `Bearer`, or, where that says nothing, the query
 * parameter of the same name. Wire contract 1.4.
 */
export function readToken(request: FastifyRequest): string | null {
  const query = request.query as Record<string, unknown> | undefined;
  for (const raw of [request.headers.authorization, query?.['Authorization']]) {
    const token = typeof raw === 'string' ? raw.replace(/^Bearer(?:\s+|$)/i, '').trim() : '';
    if (!absent.has(token)) return token;
  }
  return null;
}

/**
 * Finds who calls and refuses whom the call is not for.
 *
 * @returns the actor, or null for a stranger where strangers may call.
 * @throws AppError UNAUTHORIZED for a missing or dead token, FORBIDDEN_ROLE for the wrong role. Wire contract 6.
 */
export async function authenticate(
  { token, ip }: { token: string | null; ip: string },
  access: Access,
  findActor: FindActor,
): Promise<Actor | null> {
  if (access === 'public') return null;
  const actor = token === null ? null : await findActor(token, ip);
  if (!actor) {
    if (access === 'optional' && token === null) return null;
    throw new AppError('UNAUTHORIZED');
  }
  if (!mayCall(actor, access)) throw new AppError('FORBIDDEN_ROLE');
  return actor;
}

function mayCall(actor: Actor, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'optional':
    case 'signedIn':
      return true;
    case 'user':
      return actor.kind === 'user';
    case 'performer':
      return actor.kind === 'performer';
    case 'admin':
      return actor.isAdmin;
  }
}
