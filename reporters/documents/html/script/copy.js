/** Copies commands. */
(() => {
  const announcement = document.getElementById('announce');
  const SHOWN_MS = 4000;

  /** Where a page may not write to the clipboard by itself, it selects the text, and the reader copies it. */
  async function isCopied(code) {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      getSelection().selectAllChildren(code);
      return document.execCommand('copy');
    }
  }

  async function copy(button) {
    const done = await isCopied(button.closest('.code').querySelector('code'));
    button.textContent = done ? 'Copied' : 'Selected';
    announcement.textContent = done ? 'Copied' : 'Selected: press Ctrl+C, or Command+C, to copy';
    setTimeout(() => {
      button.textContent = 'Copy';
      announcement.textContent = '';
    }, SHOWN_MS);
  }

  for (const button of document.querySelectorAll('.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }
})();
