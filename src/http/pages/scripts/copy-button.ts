/** A button that copies the text, and says whether it could. */
export function copyButton(
  page: Document,
  clipboard: Clipboard,
  name: string,
  text: string,
): HTMLButtonElement {
  const button = page.createElement('button')
  button.type = 'button'
  button.textContent = name
  button.addEventListener('click', () => {
    clipboard.writeText(text).then(
      () => {
        button.textContent = 'Copied'
      },
      () => {
        button.textContent = 'Not allowed'
      },
    )
  })
  return button
}
