/** A Markdown document as HTML: raw HTML but `<br>` is text, and links lead to guides or to the web. */

import { posix } from 'node:path'
import { lexer, Parser, Renderer, type Tokens } from 'marked'
import { webAddress } from '../external-link.ts'
import { Html, html } from '../html.ts'
import { HeadingAnchors, withoutLinks } from './heading-anchors.ts'

interface Heading {
  readonly anchor: string
  readonly text: string
  readonly depth: number
}

export interface RenderedGuide {
  /** The text of the first heading. */
  readonly title: string
  readonly body: Html
  /** Those of the second and third level. */
  readonly headings: readonly Heading[]
}

/** `path` and the keys of `urls` are relative to the folder of all documents. */
export function renderGuide(text: string, path: string, urls: ReadonlyMap<string, string>): RenderedGuide {
  const renderer = new GuideRenderer(path, urls)
  const tokens = lexer(text)
  const [first] = tokens
  const hasTitle = first?.type === 'heading' && first.depth === 1
  // Its anchor counts, although the page shows it in its head.
  const title = hasTitle ? renderer.addHeading(first as Tokens.Heading).text : path
  const body = new Html(new Parser({ renderer }).parse(hasTitle ? tokens.slice(1) : tokens))
  return { title, body, headings: renderer.headings.filter(({ depth }) => depth === 2 || depth === 3) }
}

class GuideRenderer extends Renderer {
  readonly headings: Heading[] = []
  readonly #anchors = new HeadingAnchors()
  readonly #path: string
  readonly #urls: ReadonlyMap<string, string>
  #tables = 0

  constructor(path: string, urls: ReadonlyMap<string, string>) {
    super()
    this.#path = path
    this.#urls = urls
  }

  addHeading({ text, depth }: Tokens.Heading): Heading {
    const plain = withoutLinks(text).replaceAll(/[`*]/g, '')
    const heading = { anchor: this.#anchors.add(text), text: plain, depth }
    this.headings.push(heading)
    return heading
  }

  override heading(token: Tokens.Heading): string {
    const { anchor, depth } = this.addHeading(token)
    const inner = new Html(this.parser.parseInline(token.tokens))
    return html`<h${depth} id="${anchor}">${inner}</h${depth}>\n`.text
  }

  /** Cells of tables have no other way to break a line. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return text === '<br>' ? text : html`${text}`.text
  }

  override code({ text }: Tokens.Code): string {
    return html`<pre class="command"><code>${text}</code></pre>\n`.text
  }

  /** What is neither a guide nor on the web, such as a source file, is text. */
  override link({ href, tokens }: Tokens.Link): string {
    const inner = this.parser.parseInline(tokens)
    const [target = '', anchor] = href.split('#', 2)
    const url = target === '' ? '' : this.#urlOf(target)
    const found = url === undefined ? undefined : url + (anchor === undefined ? '' : `#${anchor}`)
    if (found !== undefined) return html`<a href="${found}">${new Html(inner)}</a>`.text
    const address = href.startsWith('https:') ? webAddress(href) : undefined
    return address === undefined
      ? inner
      : html`<a href="${address}" rel="noopener noreferrer">${new Html(inner)}</a>`.text
  }

  override image({ href, text }: Tokens.Image): string {
    const url = this.#urlOf(href)
    return (url === undefined ? html`${text}` : html`<img src="${url}" alt="${text}" loading="lazy">`).text
  }

  /** Scrolls alone where it is wider than the page, also by keyboard; each such region needs a name of its own. */
  override table(token: Tokens.Table): string {
    this.#tables += 1
    const name = `Table ${this.#tables}: ${this.headings.at(-1)?.text ?? ''}`
    const inner = new Html(super.table(token))
    return html`<div class="table" role="region" aria-label="${name}" tabindex="0">${inner}</div>\n`.text
  }

  /** A header without text is no header. */
  override tablecell({ tokens, header, align }: Tokens.TableCell): string {
    const inner = new Html(this.parser.parseInline(tokens))
    const style = align === 'right' ? new Html(' class="num"') : undefined
    return header && inner.text !== ''
      ? html`<th scope="col"${style}>${inner}</th>\n`.text
      : html`<td${style}>${inner}</td>\n`.text
  }

  #urlOf(target: string): string | undefined {
    return this.#urls.get(posix.join(posix.dirname(this.#path), target))
  }
}
