import type { z } from 'zod';
import type { ErrorCode } from './errors';
import type { Permission } from './operator-roles';

/**
 * `public` ignores any token, `optional` reads one if it is sent, `signedIn` accepts users and performers, the other three
 * accept only that role. Wire contract 1.9.
 */
export type Access = 'public' | 'optional' | 'signedIn' | 'user' | 'performer' | 'admin';

/** Forms that a site can protect with a captcha (`captchaForms` of the settings). */
export type CaptchaForm = 'contact' | 'register';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The part of an endpoint that the browser needs. It contains no schema, to keep validators out of the bundle. */
export interface Route<Name extends string = string> {
  name: Name;
  method: Method;
  /** With `:param` segments, as in `/wallet/charges/tip/:id`. */
  path: string;
  access: Access;
  /** The permission that an operator needs. Only with access `admin`. */
  permission?: Permission;
  /** The caller must have proved their identity in the last minutes: money moves, or papers are opened. Promises I-5. */
  proved?: true;
  /** A GET that changes something, as in compatible backends. Unlike other reads, it is never skipped or repeated. */
  changes?: true;
  /** Moves money: the client sends an `Idempotency-Key`, and the server answers a repeat with the first reply. */
  idempotent?: true;
  /** The body is `multipart/form-data`. */
  upload?: true;
  /** The body is JSON, but a multipart form with the same fields is accepted too: some clients send that. Wire contract 6. */
  acceptsForm?: true;
  /** The body's `captcha` is a captcha token, required if the settings name this form. */
  captcha?: CaptchaForm;
  /** Compatible backends lack this endpoint: only called if the backend names it in `extensions` of its public settings. */
  extension?: true;
  /** Seconds for which browsers and proxies may cache the reply, which is the same for all. */
  maxAge?: number;
  /** Takes the `revision` of the edited record as `If-Match`; our extension. ADR 38. */
  revised?: true;
  /** Other accepted spellings, as `METHOD /path`. */
  aliases?: readonly string[];
}

type RouteTable = Record<string, Omit<Route, 'name'>>;

/** Sets `name` of each route to its key, which is also the key of its schema. */
export function defineRoutes<const T extends RouteTable>(table: T): { [K in keyof T & string]: T[K] & { name: K } } {
  return Object.fromEntries(Object.entries(table).map(([name, route]) => [name, { ...route, name }])) as {
    [K in keyof T & string]: T[K] & { name: K };
  };
}

/** Evidence for a shape: seen in public sources, request seen, only path seen, or our own decision (wire contract 0). */
export type Mark = 'seen' | 'seen-req' | 'seen-path' | 'assumed';

/** A multipart file field. Size and kind are checked on the bytes, never by the file's name. */
export interface UploadField {
  kinds: readonly ('image' | 'video' | 'audio' | 'document' | 'any')[];
  required?: boolean;
  aliases?: readonly string[];
  /** Error for a file of another kind; 400 by default. Wire contract 1.3. */
  wrongKind?: ErrorCode;
}

/** `data` is the value inside the envelope `{ status: 0, data }`. */
export interface EndpointSchema {
  summary: string;
  mark: Mark;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  files?: Record<string, UploadField>;
  data: z.ZodType;
  /** Errors of this endpoint, besides those that every endpoint can return (validation, token, role, rate limit). */
  errors?: readonly ErrorCode[];
}

/** For `satisfies`: exactly one schema for each route of an area. */
export type SchemasFor<Routes extends Record<string, Route>> = { [K in keyof Routes]: EndpointSchema };
