/** Opens what is closed: what the fragment names, all failures, and what is printed. */
(() => {
  const closed = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((part) => !part.open);

  /** Opens what the fragment names, also where a filter or a closed part hides it. */
  function reveal() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let part = target; part; part = part.parentElement) {
      part.hidden = false;
      if (part.localName === 'details') part.open = true;
    }
    target.scrollIntoView();
    if (target.localName === 'details') target.querySelector('summary').focus({ preventScroll: true });
  }

  for (const button of document.querySelectorAll('.open-all')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      for (const entry of closed('.requirement', button.closest('section'))) entry.open = true;
    });
  }

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = closed('.is-fail, .section, .way-out details');
    for (const part of opened) part.open = true;
  });
  addEventListener('afterprint', () => {
    for (const part of opened) part.open = false;
  });
  addEventListener('hashchange', reveal);
  // A link to where the reader is already changes nothing, and is to open it all the same.
  document.addEventListener('click', ({ target }) => {
    if (target.closest('a')?.hash === location.hash && location.hash) reveal();
  });
  // The browser goes to the fragment by itself once the page is there, and takes the focus away.
  addEventListener('load', () => setTimeout(reveal));
})();
