import { HtmlValidate } from 'html-validate';

/** Checks only rules of HTML itself, such as unique ids and valid nesting. Not style, which the framework decides. */
const validator = new HtmlValidate({
  root: true,
  elements: ['html5'],
  rules: {
    'no-dup-id': 'error',
    'no-dup-attr': 'error',
    'no-missing-references': 'error',
    'input-missing-label': 'error',
    'multiple-labeled-controls': 'error',
    'element-permitted-content': 'error',
    'element-permitted-parent': 'error',
    'element-permitted-occurrences': 'error',
    'element-permitted-order': 'error',
    'element-required-ancestor': 'error',
    'element-required-attributes': 'error',
    'attribute-allowed-values': 'error',
    'attribute-misuse': 'error',
    'close-order': 'error',
    'script-element': 'error',
    'void-content': 'error',
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    'area-alt': 'error',
    'wcag/h37': 'error',
  },
});

export function findMarkupErrors(html: string): string[] {
  const report = validator.validateStringSync(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? '?'}`),
  );
}
