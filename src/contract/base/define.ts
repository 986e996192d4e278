import type { z } from 'zod';
import type { ErrorCode } from './errors';

/**
 * Who may make a call. `public` ignores any token, `optional` reads one when it is sent, `signedIn` takes users and
 * performers, the other three name one role. Source: wire contract 1.9.
 */
export type Access = 'public' | 'optional' | 'signedIn' | 'user' | 'performer' | 'admin';

/** Forms that a site may guard with a captcha (`captchaForms` of the settings). */
export type CaptchaForm = 'contact' | 'register';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What the browser needs to know of a call: no schema, so that no validator ends in its bundle. */
export interface Route<Name extends string = string> {
  name: Name;
  method: Method;
  /** Path with `:param` places, as in `/wallet/charges/tip/:id`. */
  path: string;
  access: Access;
  /** Changes something though its method is GET, as the family has it: it is never left undone, nor repeated, as a read may be. */
  changes?: true;
  /** Money moves: the client sends an `Idempotency-Key`, the server answers a repeat with the first reply. */
  idempotent?: true;
  /** The body is `multipart/form-data`. */
  upload?: true;
  /** The body is JSON, but the same fields are taken as a multipart form: some clients send them so. Wire contract 6. */
  acceptsForm?: true;
  /** The body's `captcha` holds a captcha token, needed while the settings name this form. */
  captcha?: CaptchaForm;
  /** Not a call of the family: asked only of a backend that names it in `extensions` of its public settings. */
  extension?: true;
  /** Seconds for which browsers and proxies may keep the reply, which is the same for everybody. */
  maxAge?: number;
  /** Takes the `revision` of the record that its form began from as `If-Match`; ours. See ADR 38. */
  revised?: true;
  /** Other spellings of the same call that the server accepts too, as `METHOD /path`. */
  aliases?: readonly string[];
}

type RouteTable = Record<string, Omit<Route, 'name'>>;

/** Gives every route of an area its own key as `name`, which ties it to its schema of the same name. */
export function defineRoutes<const T extends RouteTable>(table: T): { [K in keyof T & string]: T[K] & { name: K } } {
  return Object.fromEntries(Object.entries(table).map(([name, route]) => [name, { ...route, name }])) as {
    [K in keyof T & string]: T[K] & { name: K };
  };
}

/** How sure we are of a shape: found in public sources, request only, path only, or our own decision (wire contract 0). */
export type Mark = 'seen' | 'seen-req' | 'seen-path' | 'assumed';

/** A multipart file field. `maxBytes` and the kind are checked on the bytes, never on the name. */
export interface UploadField {
  kinds: readonly ('image' | 'video' | 'audio' | 'document' | 'any')[];
  required?: boolean;
  /** Other field names accepted for the same file. */
  aliases?: readonly string[];
  /** What a file of another kind is refused with: 400 unless the call has a code of its own. Wire contract 1.3. */
  wrongKind?: ErrorCode;
}

/** Request and reply shapes of one call. `data` is the value inside the envelope `{ status: 0, data }`. */
export interface EndpointSchema {
  summary: string;
  mark: Mark;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  files?: Record<string, UploadField>;
  /** Absent when the handler has no value to give. */
  data: z.ZodType;
  /** Rule errors beyond those every call shares (validation, token, role, rate). */
  errors?: readonly ErrorCode[];
}

/** For `satisfies`: one schema for each route of an area, none missing, none too many. */
export type SchemasFor<Routes extends Record<string, Route>> = { [K in keyof Routes]: EndpointSchema };
