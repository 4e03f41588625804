/** The parts of a browser that larger islands use. */

export interface PageElement {
  readonly dataset: Readonly<Record<string, string | undefined>>
  textContent: string | null
  hidden: boolean
  disabled: boolean
  value: string
  append(...nodes: readonly (PageElement | string)[]): void
  replaceChildren(...nodes: readonly (PageElement | string)[]): void
  setAttribute(name: string, value: string): void
  addEventListener(event: string, listener: (event: { preventDefault(): void }) => void): void
  querySelector(selector: string): PageElement | null
  focus(): void
}

/** A button that copies. */
export interface CopyButton {
  type: string
  className: string
  textContent: string | null
  addEventListener(event: 'click', listener: () => void): void
}

export interface Clipboard {
  writeText(text: string): Promise<void>
}

export interface BrowserPage {
  querySelector(selector: string): PageElement | null
  createElement(name: string): PageElement
}

/** Makes an element; children that are text stay text, whatever they contain. */
export type Build = (
  name: string,
  attributes?: Readonly<Record<string, string>>,
  ...children: readonly (PageElement | string)[]
) => PageElement

/** Runs in the browser. */
export function elementBuilder(page: BrowserPage): Build {
  return (name, attributes = {}, ...children) => {
    const element = page.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    element.append(...children)
    return element
  }
}
