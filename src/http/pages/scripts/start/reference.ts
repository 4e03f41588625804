/** For the API reference, whose viewer draws sections one by one: they are shown together, and copy buttons get a name. */

/** Without a change for so long, the viewer is done. */
const quietMs = 150
/** A viewer that never rests is shown all the same. */
const drawingMsMax = 4_000

const app = document.querySelector('#app')
const show = () => app?.classList.add('drawn')
let rest: ReturnType<typeof setTimeout> | undefined
setTimeout(show, drawingMsMax)
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy')
  clearTimeout(rest)
  if (app?.querySelector('h2')) rest = setTimeout(show, quietMs)
}).observe(document.body, { childList: true, subtree: true })
