/**
 * Reduces the description of a posting to a small subset of HTML that is safe to insert into a page: paragraphs, two levels
 * of headings, lists, line breaks, bold, italics and links. The markup of the board is read as a sequence of blocks and
 * written anew, so nothing of it can survive that is not listed here.
 */

import { decodeHTML, escapeText, escapeUTF8 } from 'entities'
import { isFailure } from '../../../core/errors.ts'
import { scanHtml } from '../../../core/parse/parse-html.ts'
import { hiddenElements } from '../../../core/parse/plain-text.ts'
import { collapseSpace } from '../../../core/text/collapse-space.ts'
import { repairMojibake } from './fields.ts'

/** What follows is ignored. The longest descriptions of boards have about 30,000 characters. */
const rawCharactersMax = 300_000
const htmlCharactersMax = 60_000
/** Of a block that is longer than all descriptions should be. */
const longBlockCharactersMax = 20_000
const linkCharactersMax = 2000
const listDepthMax = 4

type BlockName = 'p' | 'h3' | 'h4'

const blockNames: Readonly<Record<string, BlockName>> = {
  h1: 'h3',
  h2: 'h3',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
}

/** Tags that end a block. */
const blockTags = new Set(
  `address article aside blockquote body dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr
   li main nav ol p pre section table tbody tfoot thead tr ul`.split(/\s+/),
)
const strongTags = new Set(['b', 'strong'])
const emphasisTags = new Set(['i', 'em'])

interface Style {
  readonly href: string | undefined
  readonly isStrong: boolean
  readonly isEmphasis: boolean
}

const plain: Style = { href: undefined, isStrong: false, isEmphasis: false }

/** A list that is open in the markup of the board. */
interface List {
  readonly name: 'ul' | 'ol'
  /** The number of the current item, unique in the description. */
  item: number
}

/** Empty if nothing can be read. The markup may be encoded once more, as some boards do. */
export function toSafeHtml(raw: string): string {
  const source = decodeTwice(repairMojibake(raw.slice(0, rawCharactersMax).toWellFormed()))
  if (!source.includes('<')) return linesToHtml(decodeHTML(source))
  const reader = new BlockReader()
  try {
    scanHtml(source, reader)
    return reader.end()
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    // Too deep: elements that are opened again and again and never closed.
    return linesToHtml(decodeHTML(source.replaceAll(/<[^<>]*>/g, '\n')))
  }
}

function decodeTwice(source: string): string {
  return !source.includes('<') && source.includes('&lt;') ? decodeHTML(source) : source
}

function linesToHtml(text: string): string {
  const writer = new SafeHtmlWriter()
  for (const line of text.split('\n')) {
    writer.text(line, plain)
    writer.endBlock('p', [])
  }
  return writer.end()
}

/** Follows the events of the parser and tells the writer where blocks end. */
class BlockReader {
  readonly #writer = new SafeHtmlWriter()
  readonly #lists: List[] = []
  readonly #links: (string | undefined)[] = []
  #strong = 0
  #emphasis = 0
  #hidden = 0
  #pre = 0
  #items = 0
  #block: BlockName = 'p'

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (hiddenElements.has(name)) this.#hidden += 1
    if (blockTags.has(name)) this.#endBlock()
    this.#block = blockNames[name] ?? this.#block
    if (name === 'ul' || name === 'ol') this.#lists.push({ name, item: 0 })
    else if (name === 'li') this.#openItem()
    else if (name === 'br') this.#writer.lineBreak()
    else if (name === 'td' || name === 'th') this.#writer.text(' ', plain)
    else if (name === 'pre') this.#pre += 1
    else if (name === 'a') this.#links.push(safeLink(attributes.href))
    else if (strongTags.has(name)) this.#strong += 1
    else if (emphasisTags.has(name)) this.#emphasis += 1
  }

  text(text: string): void {
    if (this.#hidden > 0) return
    const style = {
      href: this.#links.findLast((href) => href !== undefined),
      isStrong: this.#strong > 0,
      isEmphasis: this.#emphasis > 0,
    }
    const lines = this.#pre > 0 ? text.split('\n') : [text]
    for (const [at, line] of lines.entries()) {
      if (at > 0) this.#writer.lineBreak()
      this.#writer.text(line, style)
    }
  }

  close(name: string): void {
    if (hiddenElements.has(name)) this.#hidden -= 1
    if (blockTags.has(name)) this.#endBlock()
    if (name in blockNames) this.#block = 'p'
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    else if (name === 'pre') this.#pre -= 1
    else if (name === 'a') this.#links.pop()
    else if (strongTags.has(name)) this.#strong -= 1
    else if (emphasisTags.has(name)) this.#emphasis -= 1
  }

  end(): string {
    this.#endBlock()
    return this.#writer.end()
  }

  #openItem(): void {
    // Some boards have items outside of any list.
    if (this.#lists.length === 0) this.#lists.push({ name: 'ul', item: 0 })
    const list = this.#lists.at(-1)
    this.#items += 1
    if (list !== undefined) list.item = this.#items
  }

  #endBlock(): void {
    // A list without a current item has text between its items, which becomes a paragraph.
    const items = this.#lists.filter(({ item }) => item > 0).slice(0, listDepthMax)
    this.#writer.endBlock(
      this.#block,
      items.map(({ name, item }) => ({ name, item })),
    )
  }
}

/** Writes blocks, each a sequence of runs of text, and opens and closes lists between them. */
class SafeHtmlWriter {
  #html = ''
  #runs: { text: string; style: Style }[] = []
  #openItems: readonly Readonly<List>[] = []

  text(text: string, style: Style): void {
    // Between two characters, white space at the ends is collapsed, not dropped.
    this.#runs.push({ text: collapseSpace(`.${text}.`).slice(1, -1), style })
  }

  lineBreak(): void {
    this.#runs.push({ text: '\n', style: plain })
  }

  endBlock(name: BlockName, items: readonly Readonly<List>[]): void {
    const content = runsToHtml(this.#runs)
    this.#runs = []
    if (content === '' || this.#html.length > htmlCharactersMax) return
    const short = content.length > htmlCharactersMax ? cutText(content) : content
    const isContinued = this.#openLists(items)
    if (items.length === 0) this.#html += `<${name}>${short}</${name}>`
    else this.#html += isContinued ? `<br>${short}` : short
  }

  end(): string {
    this.#openLists([])
    return this.#html
  }

  /** Returns whether the last item was open already. */
  #openLists(items: readonly Readonly<List>[]): boolean {
    const open = this.#openItems
    let common = 0
    while (common < open.length && open[common]?.item === items[common]?.item) common += 1
    // The next item of a list that is open.
    const isNext = common < items.length && common < open.length && open[common]?.name === items[common]?.name
    for (const { name } of open.slice(common + (isNext ? 1 : 0)).toReversed()) this.#html += `</li></${name}>`
    if (isNext) this.#html += '</li><li>'
    for (const { name } of items.slice(common + (isNext ? 1 : 0))) this.#html += `<${name}><li>`
    this.#openItems = items
    return common === items.length && items.length > 0
  }
}

/** Without white space at the ends, and with tags closed in the order in which they were opened. */
function runsToHtml(runs: readonly { text: string; style: Style }[]): string {
  let html = ''
  let style = plain
  let isSpaceDue = false
  let breaksDue = 0
  for (const run of runs) {
    if (run.text === '\n') {
      breaksDue += 1
      continue
    }
    const text = run.text.trim()
    if (text === '') {
      isSpaceDue ||= run.text !== ''
      continue
    }
    const space = html !== '' && (isSpaceDue || run.text.startsWith(' ')) ? ' ' : ''
    // Nothing stays open at the end of a line: the next line may have been a paragraph of the same item.
    if (html !== '' && breaksDue > 0)
      html += `${changeStyle(style, plain, '<br>'.repeat(Math.min(2, breaksDue)))}${changeStyle(plain, run.style, '')}`
    else html += areEqual(style, run.style) ? space : changeStyle(style, run.style, space)
    html += escapeText(text)
    style = run.style
    isSpaceDue = run.text.endsWith(' ')
    breaksDue = 0
  }
  return html + changeStyle(style, plain, '')
}

function areEqual(one: Style, other: Style): boolean {
  return one.href === other.href && one.isStrong === other.isStrong && one.isEmphasis === other.isEmphasis
}

/** A link stays open while the style within it changes. */
function changeStyle(from: Style, to: Style, space: string): string {
  const isSameLink = from.href === to.href
  const link =
    isSameLink || to.href === undefined
      ? ''
      : `<a href="${escapeUTF8(to.href)}" rel="nofollow noopener noreferrer">`
  const linkEnd = isSameLink || from.href === undefined ? '' : '</a>'
  const ends = `${from.isEmphasis ? '</em>' : ''}${from.isStrong ? '</strong>' : ''}${linkEnd}`
  return `${ends}${space}${link}${to.isStrong ? '<strong>' : ''}${to.isEmphasis ? '<em>' : ''}`
}

/** Such a block has no structure worth keeping. */
function cutText(content: string): string {
  return escapeText(safeHtmlToText(content).slice(0, longBlockCharactersMax).toWellFormed())
}

function safeLink(href: string | undefined): string | undefined {
  const url = href === undefined || href.length > linkCharactersMax ? null : URL.parse(href.trim())
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

/** The plain text of what `toSafeHtml` has returned: a line per paragraph, item and line break. */
export function safeHtmlToText(html: string): string {
  const text = html
    .replaceAll('<li>', '\n- ')
    .replaceAll('<h', '\n<h')
    .replaceAll(/<br>|<\/p>|<\/h[34]>|<\/[uo]l>/g, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return decodeHTML(text)
}
