import { flushSync } from 'react-dom';

/** Name of the global function by which the inline script hands over the recorded input. */
const HAND_OVER_KEY = '__earlyInput';

/** The script's hand-over: stops keeping and tells what was typed, and which buttons were pressed, each once, the first first. */
type HandOver = () => { typed: Map<Element, string>; pressed: HTMLElement[] };

/**
 * Runs with the first bytes of a page, before its code is there: a press on a button is kept, what is typed is kept, since
 * React sets a textarea back when it takes it over, and no form is sent the browser's own way, which would write its fields
 * into an address or load the page anew. Links work by themselves. A press that is kept goes no further: React answers before
 * the page has asked for what was kept, and a press that came twice would close the menu that it opened.
 */
export const recordEarlyInput = `(function(){var d=document,pressed=[],typed=new Map();
function press(e){var b=e.target.closest&&e.target.closest('button,[role=button],[role=tab],[role=switch]');
if(!b||!b.closest('#__next'))return;e.preventDefault();e.stopPropagation();if(pressed.indexOf(b)<0)pressed.push(b)}
function hold(e){e.preventDefault()}
function keep(e){typed.set(e.target,e.target.value)}
d.addEventListener('click',press,true);d.addEventListener('submit',hold,true);
d.addEventListener('input',keep,true);window.${HAND_OVER_KEY}=function(){d.removeEventListener('click',press,true);d.removeEventListener('submit',hold,true);
d.removeEventListener('input',keep,true);delete window.${HAND_OVER_KEY};return{typed:typed,pressed:pressed}}})()`;

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Gives the page what a person did before its code was there, in the order of a form: what was typed and chosen first, then
 * what was pressed. Called once, as soon as the page answers. Also finds what the browser or a password manager filled in.
 *
 * What was typed is read at once, before anything is drawn again, and given with the next task: the page's own first effects,
 * which may set a form to what is stored, are through then. Each field is drawn before the next one is given, as with keys.
 */
export function replayEarlyInput(): void {
  const takeRecordedInput = (window as { [HAND_OVER_KEY]?: HandOver })[HAND_OVER_KEY];
  if (!takeRecordedInput) return;
  const { typed, pressed } = takeRecordedInput();
  const fields = document.querySelectorAll<TypedField>('#__next input, #__next textarea');
  const replays = [...fields].flatMap((field) => {
    const replay = readField(field, typed.get(field) ?? field.value);
    return replay ? [replay] : [];
  });
  for (const [field, value] of typed)
    if (field instanceof HTMLSelectElement) replays.push(() => chooseIn(field, value));
  setTimeout(() => {
    for (const give of replays) flushSync(give);
    for (const element of pressed) if (element.isConnected) flushSync(() => element.click());
  });
}

const CHOICE_TYPES = new Set(['checkbox', 'radio']);
const UNTYPED_TYPES = new Set(['hidden', 'file', 'submit', 'button', 'reset', 'image']);

/**
 * @param value what was typed, or filled in.
 * @returns how to give the page what is in a field; undefined when that is what the server sent.
 */
function readField(field: TypedField, value: string): (() => void) | undefined {
  if (field instanceof HTMLInputElement && CHOICE_TYPES.has(field.type)) {
    if (field.checked === field.defaultChecked) return undefined;
    // A radio that another replaced tells by that other one.
    if (field.type === 'radio' && !field.checked) return undefined;
    return () => {
      field.checked = field.defaultChecked;
      field.click();
    };
  }
  if (UNTYPED_TYPES.has(field.type) || value === field.defaultValue) return undefined;
  const stored = field.defaultValue;
  return () => {
    // Somebody types on: the page has heard of the whole field already.
    if (field.value !== value && field.value !== stored) return;
    // React hears only of values that differ from the last one it saw set.
    field.value = stored;
    const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function chooseIn(field: HTMLSelectElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
