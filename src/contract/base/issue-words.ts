import { z } from 'zod';

/** A limit as people say it; undefined leaves Zod's own words, which are for developers. */
function sayLimit(issue: z.core.$ZodRawIssue): string | undefined {
  if ((issue.code !== 'too_big' && issue.code !== 'too_small') || issue.origin === 'date') return undefined;
  const [verb, unit] = issue.origin === 'array' ? ['hold', ''] : ['be', issue.origin === 'string' ? ' characters' : ''];
  if (issue.code === 'too_big') return `must ${verb} at most ${issue.maximum}${unit}`;
  return issue.minimum === 1 && verb + unit !== 'be'
    ? 'must not be empty'
    : `must ${verb} at least ${issue.minimum}${unit}`;
}

/** What is wrong with a field whose schema says nothing about it by itself: forms show it to people as it is. */
z.config({
  customError: (issue) =>
    issue.code === 'invalid_format' && issue.format === 'url'
      ? 'must be a web address, as https://example.com'
      : sayLimit(issue),
});
