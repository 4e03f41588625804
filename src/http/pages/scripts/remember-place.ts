/** Remembers the place of the last visit in the browser, and nowhere else. */

/** A page says in `data-located` which place it found; an empty `near` forgets it. */
export function rememberPlace(page: Document, address: Location, memory: Storage): void {
  const form = page.querySelector<HTMLElement>('form[data-place]')
  if (form === null) return
  const url = new URL(address.href)
  const near = url.searchParams.get('near')
  if (near === null) {
    const remembered = memory.getItem('place')
    if (remembered === null) return
    url.searchParams.set('near', remembered)
    address.replace(url.href)
  } else if (near === '') memory.removeItem('place')
  else if (form.dataset.located) memory.setItem('place', near)
}
