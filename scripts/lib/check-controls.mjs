import { parseSync } from 'oxc-parser';

const NATIVE = ['input', 'textarea', 'select'];
const OURS = ['Input', 'MoneyInput', 'PasswordInput', 'SearchField', 'TextArea', 'Select'];
const controls = new Set([...NATIVE, ...OURS]);

/**
 * Finds form controls that can lose focus or input. React keeps an element only if it stays at the same place in the tree; a
 * new element has no focus. Not allowed:
 *
 * - a control stored in one variable and used in two places
 * - several `return`s with a control in one function of `src/components`
 * - a `key` made from the value
 * - state derived from the value of an earlier render: a password manager fills two fields at the same time, and the second
 * update would undo the first
 * - a form with the browser's error bubbles
 * - a native constraint (`required`, a minimum length …) on a control without `Field` or `Check`: the form would be blocked
 * without a message
 * - a form sent by GET, other than a search: before hydration the browser would put its values into the URL
 * - a handler of Enter without `isComposing`: in Japanese, Chinese or Korean, it would send half a sentence
 *
 * @param {Iterable<[file: string, source: string]>} sources paths from the root with `/`
 * @returns {string[]} one line per finding
 */
export function checkControls(sources) {
  return [...sources].flatMap(([file, source]) => {
    if (!file.endsWith('.tsx') || file.endsWith('.test.tsx')) return [];
    const { program } = parseSync(file, source);
    const at = (node) => `${file}:${source.slice(0, node.start).split('\n').length}`;
    return [
      ...namedAndPlacedTwice(program).map(
        (node) => `${at(node)}: a control used in two places loses its focus; use it once`,
      ),
      ...keyedByValue(program).map(
        (node) => `${at(node)}: a key made from the value replaces the control on every keystroke`,
      ),
      ...sentInAddress(program).map(
        (node) => `${at(node)}: a form without method="post" writes its fields into the URL`,
      ),
      ...withBubbles(program).map(
        (node) =>
          `${at(node)}: the browser would show its own error bubbles; use Form of components/form, which has noValidate`,
      ),
      ...(file.startsWith('src/components/form/') ? [] : constrainedSilently(program)).map(
        (node) =>
          `${at(node)}: a native control with a constraint has no place for its message; use a control of components/form`,
      ),
      ...madeOfEarlier(program).map(
        (node) => `${at(node)}: state derived from itself needs an updater: setFields((now) => ({ ...now, … }))`,
      ),
      ...handlesEnterOfCompositions(program).map(
        (node) =>
          `${at(node)}: a handler of Enter must check isComposing(event.nativeEvent) of src/lib/is-composing.ts`,
      ),
      ...(file.startsWith('src/components/') ? inSeveralReturns(program) : []).map(
        (node) => `${at(node)}: a control in several returns loses its focus; use one return`,
      ),
    ];
  });
}

function namedAndPlacedTwice(program) {
  return all(program, isFunction).flatMap((fn) =>
    all(fn.body, (node) => node.type === 'VariableDeclarator' && isMarkup(node.init) && hasControl(node.init)).filter(
      ({ id }) => all(fn.body, (node) => node !== id && node.type === 'Identifier' && node.name === id.name).length > 1,
    ),
  );
}

function keyedByValue(program) {
  return all(program, isControl).filter((element) => {
    const key = attribute(element, 'key');
    const value = attribute(element, 'value');
    if (value?.expression?.type !== 'Identifier') return false;
    return all(key, (node) => node.type === 'Identifier' && node.name === value.expression.name).length > 0;
  });
}

/** Finds calls such as `setFields({ ...fields, … })` or `setNames([...names, …])`, where `fields` is the state itself. */
function madeOfEarlier(program) {
  const states = all(program, (node) => node.type === 'VariableDeclarator' && node.id.type === 'ArrayPattern');
  const nameBySetter = new Map(states.map(({ id }) => [id.elements[1]?.name, id.elements[0]?.name]));
  return all(program, (node) => node.type === 'CallExpression' && nameBySetter.has(node.callee.name)).filter((node) => {
    const name = nameBySetter.get(node.callee.name);
    const parts = node.arguments[0]?.properties ?? node.arguments[0]?.elements ?? [];
    return name && parts.some((part) => part?.type === 'SpreadElement' && part.argument.name === name);
  });
}

function sentInAddress(program) {
  return all(program, (node) => node.type === 'JSXElement' && node.openingElement.name.name === 'form').filter(
    (form) => attribute(form, 'method')?.value !== 'post' && attribute(form, 'role')?.value !== 'search',
  );
}

function handlesEnterOfCompositions(program) {
  return all(program, isFunction).flatMap((fn) => {
    const comparisons = all(fn.body, isEnterComparison, isFunction);
    const asks = all(
      fn.body,
      (node) => node.type === 'CallExpression' && node.callee.name === 'isComposing',
      isFunction,
    );
    return asks.length > 0 ? [] : comparisons;
  });
}

const isEnterComparison = (node) =>
  node.type === 'BinaryExpression' && [node.left, node.right].some((side) => side.value === 'Enter');
/** Finds forms without `noValidate`, and code that calls for the browser's error bubbles. */
function withBubbles(program) {
  const forms = all(program, (node) => node.type === 'JSXElement' && node.openingElement.name.name === 'form').filter(
    (form) => !form.openingElement.attributes.some((one) => one.name?.name === 'noValidate'),
  );
  const calls = all(program, (node) => ['reportValidity', 'setCustomValidity'].includes(node.property?.name));
  return [...forms, ...calls];
}

const CONSTRAINTS = ['required', 'minLength', 'pattern'];

function constrainedSilently(program) {
  return all(program, (node) => node.type === 'JSXElement' && NATIVE.includes(node.openingElement.name.name)).filter(
    (element) =>
      element.openingElement.attributes.some((one) => CONSTRAINTS.includes(one.name?.name)) ||
      ['email', 'url', 'number'].includes(attribute(element, 'type')?.value),
  );
}

function inSeveralReturns(program) {
  return all(program, isFunction).flatMap((fn) => {
    const returns = all(fn.body, (node) => node.type === 'ReturnStatement', isFunction).filter((one) =>
      hasControl(one.argument),
    );
    return returns.slice(1);
  });
}

const isFunction = (node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
const isMarkup = (node) =>
  node?.type === 'JSXElement' || node?.type === 'JSXFragment' || node?.type === 'ParenthesizedExpression';
const isControl = (node) => node.type === 'JSXElement' && controls.has(node.openingElement.name.name);
const hasControl = (node) => all(node, isControl).length > 0;
function attribute(element, name) {
  return element.openingElement.attributes.find((one) => one.name?.name === name)?.value;
}

/** Finds matching nodes in the tree, including its root. @param closed true for nodes whose children are skipped */
function all(node, wanted, closed = () => false) {
  const found = [];
  const visit = (current, isRoot) => {
    if (!current || typeof current !== 'object') return;
    if (Array.isArray(current)) {
      for (const item of current) visit(item, false);
      return;
    }
    if (typeof current.type !== 'string') return;
    if (wanted(current)) found.push(current);
    if (!isRoot && closed(current)) return;
    for (const [name, value] of Object.entries(current)) if (name !== 'parent') visit(value, false);
  };
  visit(node, true);
  return found;
}
