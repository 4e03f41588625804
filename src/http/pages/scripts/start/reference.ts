import { showWhenDrawn } from '../viewer-drawing.ts'

showWhenDrawn(document, (changed) =>
  new MutationObserver(changed).observe(document.body, { childList: true, subtree: true }),
)
