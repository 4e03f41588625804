/** Adds a button to the form of a place that fills in the position of the browser. */

/** The browser tells its position only to pages from this machine or over HTTPS. */
export function nearMe(page: Document, geolocation: Geolocation | undefined, isSecure: boolean): void {
  const form = page.querySelector<HTMLFormElement>('form[data-place]')
  const input = form?.querySelector<HTMLInputElement>('input[name=near]')
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
