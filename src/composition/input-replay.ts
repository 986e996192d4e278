import { flushSync } from 'react-dom';

/** Global function that the inline script defines to return the recorded input. */
const HAND_OVER_KEY = '__earlyInput';

/** Ends the recording. `pressed` has each button once, in the order of the presses. */
type HandOver = () => { typed: Map<Element, string>; pressed: HTMLElement[] };

/**
 * Script that runs before the page's code has loaded. It records presses of buttons, and typed text, because React resets a
 * textarea when it hydrates. It blocks native form submissions, which would write the fields into the URL or reload the page.
 * Links work natively. A recorded press does not propagate: React would handle it before the replay, and the second press would
 * close the menu that the first one opened.
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
 * Replays the input from before hydration: typed and chosen values first, then presses, as a person would fill in a form.
 * Called once, after hydration. It also finds values that the browser or a password manager filled in.
 *
 * It reads all values immediately, before a render can change them, and replays them in the next task, after the page's first
 * effects, which can fill a form with stored values. Each value is rendered before the next one is set, as with real keys.
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
 * @param value typed or filled in before hydration
 * @returns a function that replays the value; undefined if it equals the server's
 */
function readField(field: TypedField, value: string): (() => void) | undefined {
  if (field instanceof HTMLInputElement && CHOICE_TYPES.has(field.type)) {
    if (field.checked === field.defaultChecked) return undefined;
    // Replaying the other radio, which was chosen, unchecks this one.
    if (field.type === 'radio' && !field.checked) return undefined;
    return () => {
      field.checked = field.defaultChecked;
      field.click();
    };
  }
  if (UNTYPED_TYPES.has(field.type) || value === field.defaultValue) return undefined;
  const stored = field.defaultValue;
  return () => {
    // The user has typed on since hydration, so React already has the whole value.
    if (field.value !== value && field.value !== stored) return;
    // React ignores a value that equals the one it set last.
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
