import type { FastifyRequest } from 'fastify';
import type { Access } from '@contract/define';
import type { Actor } from '../access';
import { AppError } from '../errors';

/** Looks a token up; null when it is unknown, ended or expired. Given by the app, so that this room knows no module. */
export type FindActor = (token: string) => Promise<Actor | null>;

/**
 * The raw token of a request: the `Authorization` header, with or without `Bearer`, or the query parameter of that name.
 * The texts `null` and `undefined` mean none. Wire contract 1.4.
 */
export function readToken(request: FastifyRequest): string | null {
  const query = request.query as Record<string, unknown> | undefined;
  const raw = request.headers.authorization ?? query?.['Authorization'];
  if (typeof raw !== 'string') return null;
  const token = raw.replace(/^Bearer\s+/i, '').trim();
  return token === '' || token === 'null' || token === 'undefined' ? null : token;
}

/**
 * Finds who calls and refuses whom the call is not for.
 *
 * @returns the actor, or null for a stranger where strangers may call.
 * @throws AppError UNAUTHORIZED for a missing or dead token, FORBIDDEN_ROLE for the wrong role. Wire contract 6.
 */
export async function authenticate(token: string | null, access: Access, findActor: FindActor): Promise<Actor | null> {
  if (access === 'public') return null;
  const actor = token === null ? null : await findActor(token);
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
