/** Completes what somebody types into a box: a list below it, for keyboard, mouse and screen reader. */

type Suggestion = Readonly<Record<string, string | number | null>>

/**
 * A box has in its dataset: `suggest`, the address of the suggestions, to which what is typed is appended; `text`, the field
 * of a suggestion that is shown, and `notes`, those beside it, separated by spaces; `go`, where a choice leads, with fields in
 * braces. Without `go`, the choice is sent with the form.
 */
export function typeAhead(page: Document): void {
  const pauseMs = 150
  const lettersMin = 2
  let lists = 0
  for (const box of page.querySelectorAll<HTMLInputElement>('input[data-suggest]')) {
    const form = box.form
    const { suggest, text = 'text', notes = '', go } = box.dataset
    if (form === null || suggest === undefined) continue
    const list = page.createElement('ul')
    const status = page.createElement('span')
    lists += 1
    list.id = `suggestions-${lists}`
    list.hidden = true
    list.setAttribute('class', 'suggestions')
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', 'Suggestions')
    status.setAttribute('role', 'status')
    status.setAttribute('class', 'unseen')
    box.setAttribute('role', 'combobox')
    box.setAttribute('aria-autocomplete', 'list')
    box.setAttribute('aria-expanded', 'false')
    box.setAttribute('aria-controls', list.id)
    box.setAttribute('autocomplete', 'off')
    form.append(list, status)

    let suggestions: readonly Suggestion[] = []
    let items: readonly HTMLElement[] = []
    let chosen = -1
    let pause: ReturnType<typeof setTimeout> | undefined
    let request = new AbortController()

    const close = () => {
      clearTimeout(pause)
      request.abort()
      suggestions = []
      items = []
      list.replaceChildren()
      list.hidden = true
      status.textContent = ''
      mark(-1)
      box.setAttribute('aria-expanded', 'false')
    }
    const mark = (at: number) => {
      items[chosen]?.setAttribute('aria-selected', 'false')
      chosen = at
      const item = items[at]
      if (item === undefined) {
        box.removeAttribute('aria-activedescendant')
        return
      }
      item.setAttribute('aria-selected', 'true')
      item.scrollIntoView({ block: 'nearest' })
      box.setAttribute('aria-activedescendant', item.id)
    }
    const choose = (suggestion: Suggestion) => {
      close()
      if (go !== undefined) {
        location.assign(
          go.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
            const value = String(suggestion[field] ?? '')
            return value.startsWith('/') ? value : encodeURIComponent(value).replaceAll('%3A', ':')
          }),
        )
        return
      }
      box.value = String(suggestion[text] ?? '')
      form.requestSubmit()
    }
    const show = (found: readonly Suggestion[]) => {
      suggestions = found
      items = found.map((suggestion, at) => {
        const item = page.createElement('li')
        item.id = `${list.id}-${at}`
        item.setAttribute('role', 'option')
        item.setAttribute('aria-selected', 'false')
        item.append(String(suggestion[text] ?? ''))
        const beside = notes
          .split(' ')
          .map((field) => String(suggestion[field] ?? '').replaceAll('_', ' '))
          .filter((words) => words !== '')
        const small = page.createElement('small')
        small.append(` ${beside.join(' · ')}`)
        item.append(small)
        // The box would lose the focus first, which closes the list.
        item.addEventListener('mousedown', (event) => event.preventDefault())
        item.addEventListener('click', () => choose(suggestion))
        return item
      })
      chosen = -1
      box.removeAttribute('aria-activedescendant')
      list.replaceChildren(...items)
      // Below its box, also where the form goes on in more lines.
      list.style.top = `${box.offsetTop + box.offsetHeight + 3}px`
      list.style.left = `${box.offsetLeft}px`
      list.style.minWidth = `${box.offsetWidth}px`
      list.style.maxWidth = `calc(100% - ${box.offsetLeft}px)`
      list.hidden = items.length === 0
      box.setAttribute('aria-expanded', String(items.length > 0))
      status.textContent =
        items.length === 0
          ? 'No suggestions.'
          : `${items.length} suggestion${items.length === 1 ? '' : 's'}. Use the arrow keys.`
    }
    const complete = async () => {
      const typed = box.value.trim()
      if (typed.length < lettersMin) {
        close()
        return
      }
      request = new AbortController()
      const { signal } = request
      try {
        const found = await readSuggestions(suggest + encodeURIComponent(typed), signal)
        if (!signal.aborted) show(found ?? [])
      } catch {
        // The box works without suggestions.
        if (!signal.aborted) close()
      }
    }

    box.addEventListener('input', () => {
      clearTimeout(pause)
      request.abort()
      pause = setTimeout(() => void complete(), pauseMs)
    })
    box.addEventListener('blur', close)
    box.addEventListener('keydown', (event) => {
      const { key } = event
      const count = items.length
      if (key === 'Escape' && count > 0) {
        // Otherwise the browser also empties the box.
        event.preventDefault()
        close()
      } else if (key === 'ArrowDown' && count > 0) {
        event.preventDefault()
        mark(chosen + 1 < count ? chosen + 1 : 0)
      } else if (key === 'ArrowUp' && count > 0) {
        event.preventDefault()
        mark(chosen > 0 ? chosen - 1 : count - 1)
      } else if (key === 'Enter') {
        const suggestion = suggestions[chosen]
        if (suggestion === undefined) {
          close()
          return
        }
        event.preventDefault()
        choose(suggestion)
      }
    })
  }
}

/** Undefined if the server refuses. */
async function readSuggestions(url: string, signal: AbortSignal): Promise<readonly Suggestion[] | undefined> {
  const waitMs = 5000
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(waitMs)]),
  })
  if (!response.ok) return undefined
  return ((await response.json()) as { readonly data: readonly Suggestion[] }).data
}
