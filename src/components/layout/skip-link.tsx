import type { MouseEvent } from 'react';

/** The first thing the keyboard meets: past bars and navigation to what the page is about. */
export function SkipLink() {
  const handleClick = (event: MouseEvent) => {
    const main = document.getElementById('main');
    if (!main) return;
    // The address stays as it is: a hash would be one more step on the way back.
    event.preventDefault();
    main.focus();
    main.scrollIntoView();
  };
  return (
    <a className="skip" href="#main" onClick={handleClick}>
      Skip to content
    </a>
  );
}
