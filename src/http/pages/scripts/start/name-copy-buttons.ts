/** For the API reference: its viewer draws sections one by one, and its copy buttons have no name. */

new MutationObserver(nameCopyButtons).observe(document.body, { childList: true, subtree: true })

function nameCopyButtons(): void {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
}
