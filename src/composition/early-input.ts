/** Where the script of the first bytes leaves what it kept. */
const keeper = '__earlyInput';

/** The script's hand-over: stops keeping and tells which buttons were pressed, each once, the first first. */
type HandOver = () => HTMLElement[];

/**
 * Runs with the first bytes of a page, before its code is there: a press on a button is kept, and no form is sent the
 * browser's own way, which would write its fields into an address or load the page anew. Links work by themselves.
 */
export const keepEarlyInput = `(function(){var d=document,pressed=[];
function press(e){var b=e.target.closest&&e.target.closest('button,[role=button],[role=tab],[role=switch]');
if(!b||!b.closest('#__next'))return;e.preventDefault();if(pressed.indexOf(b)<0)pressed.push(b)}
function hold(e){e.preventDefault()}
d.addEventListener('click',press,true);d.addEventListener('submit',hold,true);
window.${keeper}=function(){d.removeEventListener('click',press,true);d.removeEventListener('submit',hold,true);
delete window.${keeper};return pressed}})()`;

/**
 * Gives the page what a person did before its code was there, in the order of a form: what was typed and chosen first, then
 * what was pressed. Called once, as soon as the page answers. Also finds what the browser or a password manager filled in.
 */
export function giveEarlyInput(): void {
  const handOver = (window as { [keeper]?: HandOver })[keeper];
  if (!handOver) return;
  const pressed = handOver();
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#__next input, #__next textarea',
  ))
    giveField(field);
  // What was typed is in the page's state with the next task, and no sooner.
  setTimeout(() => {
    for (const element of pressed) if (element.isConnected) element.click();
  });
}

const choices = new Set(['checkbox', 'radio']);
/** Kinds whose value nobody types. */
const silent = new Set(['hidden', 'file', 'submit', 'button', 'reset', 'image']);

function giveField(field: HTMLInputElement | HTMLTextAreaElement): void {
  if (field instanceof HTMLInputElement && choices.has(field.type)) {
    if (field.checked === field.defaultChecked) return;
    // A radio that another replaced tells by that other one.
    if (field.type === 'radio' && !field.checked) return;
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  const { value } = field;
  if (silent.has(field.type) || value === field.defaultValue) return;
  // React hears only of values that differ from the last one it saw set.
  field.value = field.defaultValue;
  const proto = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
