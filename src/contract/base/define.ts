import type { z } from 'zod';
import type { ErrorCode } from './errors';
import type { Permission } from './operator-roles';

/**
 * `public` ignores any token, `optional` reads one if it is sent, `signedIn` accepts users and performers, the other three name
 * one role. Wire contract 1.9.
 */
export type Access = 'public' | 'optional' | 'signedIn' | 'user' | 'performer' | 'admin';

/** Forms that a site can protect with a captcha (`captchaForms` of the settings). */
export type CaptchaForm = 'contact' | 'register';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The part of a call that the browser needs. It contains no schema, to keep validators out of the bundle. */
export interface Route<Name extends string = string> {
  name: Name;
  method: Method;
  /** With `:param` segments, as in `/wallet/charges/tip/:id`. */
  path: string;
  access: Access;
  /** Of the operator, for access `admin`. */
  permission?: Permission;
  /** The caller must have proved their identity in the last minutes: money moves, or papers are opened. Promises I-5. */
  proved?: true;
  /**
   * Changes something although the method is GET, as in compatible backends. So it is never skipped or repeated, as a read may
   * be.
   */
  changes?: true;
  /** Moves money: the client sends an `Idempotency-Key`, and the server answers a repeat with the first reply. */
  idempotent?: true;
  /** The body is `multipart/form-data`. */
  upload?: true;
  /** The body is JSON, but a multipart form with the same fields is accepted: some clients send that. Wire contract 6. */
  acceptsForm?: true;
  /** The body's `captcha` is a captcha token, required if the settings name this form. */
  captcha?: CaptchaForm;
  /** Not a call of compatible backends: only sent to a backend that names it in `extensions` of its public settings. */
  extension?: true;
  /** Seconds for which browsers and proxies may cache the reply, which is the same for all. */
  maxAge?: number;
  /** Takes the `revision` of the edited record as `If-Match`; ours. ADR 38. */
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

/** How certain a shape is: found in public sources, request only, path only, or our own decision (wire contract 0). */
export type Mark = 'seen' | 'seen-req' | 'seen-path' | 'assumed';

/** A multipart file field. `maxBytes` and the kind are checked by the bytes, never by the name. */
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
  /** Rule errors beyond those that all calls share (validation, token, role, rate). */
  errors?: readonly ErrorCode[];
}

/** For `satisfies`: exactly one schema for each route of an area. */
export type SchemasFor<Routes extends Record<string, Route>> = { [K in keyof Routes]: EndpointSchema };
