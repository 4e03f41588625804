/** Adds a button to the form of a place that fills in the position of the browser. */

interface Input {
  value: string
  focus(): void
}

interface NewElement {
  type: string
  className: string
  textContent: string | null
  disabled: boolean
  setAttribute(name: string, value: string): void
  addEventListener(event: 'click', listener: () => void): void
}

interface Form {
  querySelector(selector: string): Input | null
  append(element: NewElement): void
  after(element: NewElement): void
  requestSubmit(): void
}

interface Page {
  querySelector(selector: string): Form | null
  createElement(name: string): NewElement
}

interface Position {
  readonly coords: { readonly latitude: number; readonly longitude: number }
}

interface Geolocation {
  getCurrentPosition(
    found: (position: Position) => void,
    failed: (problem: { readonly code: number }) => void,
    options: { readonly timeout: number; readonly maximumAge: number },
  ): void
}

/** Runs in the browser, which tells its position only to pages from this machine or over HTTPS. */
export function nearMe(page: Page, geolocation: Geolocation | undefined, isSecure: boolean): void {
  const form = page.querySelector('form[data-place]')
  const input = form?.querySelector('input[name=near]')
  if (!form || !input || geolocation === undefined || !isSecure) return
  const button = page.createElement('button')
  button.type = 'button'
  button.className = 'button quiet'
  button.textContent = 'Near me'
  const message = page.createElement('p')
  message.setAttribute('role', 'status')
  const reset = (text: string) => {
    message.className = text === '' ? 'unseen' : 'note'
    message.textContent = text
    button.disabled = false
    button.textContent = 'Near me'
  }
  reset('')
  const deniedCode = 1
  button.addEventListener('click', () => {
    reset('')
    button.disabled = true
    button.textContent = 'Locating…'
    geolocation.getCurrentPosition(
      ({ coords }) => {
        reset('')
        // About a kilometre: enough to find theaters, and no address of a person.
        input.value = `${coords.latitude.toFixed(2)},${coords.longitude.toFixed(2)}`
        form.requestSubmit()
      },
      ({ code }) => {
        reset(
          code === deniedCode
            ? 'Your browser does not tell this page where you are. Enter a city or a postal code instead.'
            : 'Your position could not be found. Try again, or enter a city or a postal code.',
        )
        input.focus()
      },
      { timeout: 10_000, maximumAge: 600_000 },
    )
  })
  form.append(button)
  form.after(message)
}
