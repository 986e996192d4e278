/** Tags that texts of the site may use. Everything else, with its attributes, is taken out. Specification 5. */
const allowedTags = [
  'h2',
  'h3',
  'p',
  'ul',
  'ol',
  'li',
  'a',
  'strong',
  'em',
  'b',
  'i',
  'br',
  'blockquote',
  'hr',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
];

/**
 * Strips HTML of tags and comments, allowing only a list of tags. The library is loaded when it is first needed.
 *
 * @param html from the API; cleaned there on writing, and here again before it is shown.
 */
export async function cleanHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, {
    allowedTags,
    allowedAttributes: { a: ['href', 'title', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: { a: sanitize.simpleTransform('a', { rel: 'noopener' }), h1: 'h2' },
  });
}
