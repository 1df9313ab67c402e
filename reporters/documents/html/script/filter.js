/** Filters the requirements. */
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const entries = all('.requirement[id]');
  const form = document.getElementById('filter');
  const matches = document.getElementById('matches');

  /** What each requirement says, for the search; read when it is first needed. */
  const words = new Map();
  const wordsOf = (entry) => {
    if (!words.has(entry)) words.set(entry, entry.textContent.toLowerCase());
    return words.get(entry);
  };

  /** Parts that hold nothing which matches are hidden; they show again when something does. */
  function hideEmptyGroups() {
    for (const group of all('.group'))
      group.hidden = !group.querySelector('.requirement:not([hidden]), [data-of]:not([hidden])');
    for (const part of all('.way-out')) part.hidden = !part.querySelector('.group:not([hidden])');
  }

  /** Begins the fragment of a link to what a filter shows, such as #show?verdict=fail&level=MUST. */
  const LINK = '#show?';

  /** Filters as the fragment says. */
  function follow() {
    if (!location.hash.startsWith(LINK)) return;
    for (const [name, value] of new URLSearchParams(location.hash.slice(LINK.length)))
      if (form.elements[name]) form.elements[name].value = value;
    filter();
    form.scrollIntoView();
  }

  /** Names the filter in the address, so that it can be passed on. */
  function note(fields) {
    const set = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
    if (String(set)) history.replaceState(null, '', `${LINK}${set}`);
    else if (location.hash.startsWith(LINK)) history.replaceState(null, '', location.pathname);
  }

  function filter() {
    note(Object.fromEntries(new FormData(form)));
    const { verdict, level, profile, text } = Object.fromEntries(new FormData(form));
    const sought = text.trim().toLowerCase();
    const isSet = Boolean(verdict || level || profile || sought);
    const shown = new Set();
    for (const entry of entries) {
      const { dataset } = entry;
      const isMatch =
        (!verdict || dataset.verdict === verdict) &&
        (!level || dataset.level === level) &&
        (!profile || dataset.profile === profile) &&
        (!sought || wordsOf(entry).includes(sought));
      entry.hidden = !isMatch;
      if (isMatch) shown.add(entry.id);
    }
    for (const mention of all('[data-of]')) mention.hidden = isSet && !shown.has(mention.dataset.of);
    hideEmptyGroups();
    for (const section of all('.section')) section.open = isSet && !section.hidden;
    matches.textContent = isSet
      ? `${shown.size} of ${entries.length} requirements match`
      : `${entries.length} requirements`;
  }

  form.hidden = false;
  form.addEventListener('input', filter);
  // The fields have their first values again once the event is over.
  form.addEventListener('reset', () => setTimeout(filter));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', follow);
  follow();
})();
