/** The viewer of the API reference draws its sections one by one: they are shown together. Copy buttons get a name. */

/** Without a change for so long, the viewer is done. */
const restMs = 150
/** One that is not done, and draws nothing for so long, has failed: what it has is shown. */
const silenceMs = 10_000

/** The time starts again with every change, so that a slow device is never shown half of it. */
export function showWhenDrawn(page: Document, observe: (changed: () => void) => void): void {
  const app = page.querySelector('#app')
  if (app === null) return
  // Until its first sections are there, the viewer holds the height of the window below them.
  const isDone = () => app.querySelector('h2') !== null && app.querySelector('.h-dvh') === null
  const show = () => app.classList.add('drawn')
  let rest = setTimeout(show, silenceMs)
  observe(() => {
    for (const button of page.querySelectorAll('.scalar-code-copy:not([aria-label])'))
      button.setAttribute('aria-label', 'Copy')
    clearTimeout(rest)
    rest = setTimeout(show, isDone() ? restMs : silenceMs)
  })
}
