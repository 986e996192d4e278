import type { MouseEvent } from 'react';

export function SkipLink() {
  const handleClick = (event: MouseEvent) => {
    const main = document.getElementById('main');
    if (!main) return;
    // Following the link would add a browser history entry.
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
