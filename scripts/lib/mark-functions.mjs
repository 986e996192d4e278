import { parseSync } from 'oxc-parser';

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/**
 * @typedef {object} Body
 * @property {number} start offset in the source
 * @property {number} end
 * @property {'module' | 'block' | 'expression'} kind `expression` is the body of an arrow function without braces
 */

/**
 * Finds the bodies that run before the code at an offset does.
 *
 * @param {string} file path from the root; its extension selects the parser
 * @returns {(offset: number) => Body} the body of the innermost function, default values of its parameters included; the module
 *   for code outside of functions, such as constants
 */
export function createBodyFinder(file, source) {
  const { program } = parseSync(file, source);
  return (offset) => {
    let body = { start: 0, end: source.length, kind: 'module' };
    const visit = (node) => {
      if (Array.isArray(node)) return node.forEach(visit);
      if (typeof node?.type !== 'string' || offset < node.start || offset >= node.end) return;
      if (FUNCTIONS.includes(node.type) && node.body) {
        const { start, end, type } = node.body;
        body = { start, end, kind: type === 'BlockStatement' ? 'block' : 'expression' };
      }
      Object.values(node).forEach(visit);
    };
    visit(program.body);
    return body;
  };
}

/**
 * Makes each body call `globalThis.reached`, if it exists, with the number of its mark. Line numbers stay.
 *
 * @param {(Body & { id: number })[]} marks of different bodies
 */
export function insertMarks(source, marks) {
  const insertions = marks.flatMap(({ start, end, kind, id }) => {
    const call = `globalThis.reached?.(${id})`;
    if (kind === 'module') return [[start, `${call};`]];
    if (kind === 'block') return [[start + 1, `${call};`]];
    return [
      [start, `(${call}, `],
      [end, ')'],
    ];
  });
  return insertions
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), source);
}
