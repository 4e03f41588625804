/** Remembers the place of the last visit in the browser, and nowhere else. */

interface Page {
  querySelector(selector: string): { readonly dataset: { readonly located?: string } } | null
}

interface Address {
  readonly href: string
  replace(url: string): void
}

interface Memory {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Runs in the browser. A page says in `data-located` which place it found; an empty `near` forgets it. */
export function rememberPlace(page: Page, address: Address, memory: Memory): void {
  const form = page.querySelector('form[data-place]')
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
