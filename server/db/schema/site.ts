import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, foreignKey, timestamps, updatedAt } from '../columns';

/** Only settings that differ from the built-in defaults. */
export const settings = pgTable('settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: updatedAt(),
});

/** `content` is HTML, sanitized on write and on render. */
export const posts = pgTable(
  'posts',
  {
    id: id(),
    type: text('type', { enum: ['post', 'page'] })
      .notNull()
      .default('page'),
    title: text('title').notNull(),
    slug: text('slug').notNull(),
    content: text('content').notNull(),
    shortDescription: text('short_description').notNull().default(''),
    status: text('status', { enum: ['draft', 'published'] })
      .notNull()
      .default('published'),
    ordering: integer('ordering').notNull().default(0),
    authorId: foreignKey('author_id'),
    ...timestamps(),
  },
  (t) => [uniqueIndex('posts_slug').on(t.slug), index('posts_type').on(t.type, t.ordering)],
);

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    ordering: integer('ordering').notNull().default(0),
    ...timestamps(),
  },
  (t) => [uniqueIndex('categories_slug').on(t.slug)],
);

export const blockedCountries = pgTable(
  'blocked_countries',
  { id: id(), countryCode: text('country_code').notNull(), createdAt: createdAt() },
  (t) => [uniqueIndex('blocked_countries_code').on(t.countryCode)],
);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('contact_messages_email').on(sql`lower(${t.email})`)],
);

export const banners = pgTable('banners', {
  id: id(),
  title: text('title').notNull(),
  description: text('description').notNull().default(''),
  link: text('link').notNull().default(''),
  position: text('position').notNull().default('top'),
  status: text('status', { enum: ['active', 'inactive'] })
    .notNull()
    .default('active'),
  fileId: foreignKey('file_id'),
  meta: jsonb('meta')
    .notNull()
    .default(sql`'{}'::jsonb`),
  ...timestamps(),
});
