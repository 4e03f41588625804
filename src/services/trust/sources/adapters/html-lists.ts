/** Parses pages in plain HTML: lists and tables under recognised headings. */

import type { CheerioAPI } from 'cheerio'
import { parseHtml } from '../../../../core/parse/parse-html.ts'
import { parseLimits, unreadable } from '../../../../core/parse/parse-limits.ts'
import type { DocumentFinding, Findings, SubprocessorFinding } from '../../normalise/findings.ts'
import { resolveFramework } from '../../normalise/frameworks/resolve.ts'
import type { Surface } from '../../normalise/vocabulary.ts'
import { unreadShell } from './adapter.ts'

const headings: readonly (readonly [RegExp, Surface])[] = [
  [/^(?:our )?sub-?processors?\b/i, 'subprocessors'],
  [/^(?:compliance|certifications?|frameworks?)\b/i, 'certifications'],
  [/^(?:security )?controls?\b|^monitor(?:ed|ing)\b/i, 'controls'],
  [/^(?:resources?|documents?|policies)\b/i, 'documents'],
]

export function parseHtmlLists(page: string): Findings {
  const $ = parseHtml(page)
  const title = $('title').first().text().trim()
  const company = /^(.+?) \| Trust Center$/.exec(title)?.[1]
  const found = {
    certifications: [] as { label: string }[],
    controls: [] as { name: string; category: string | null }[],
    subprocessors: [] as SubprocessorFinding[],
    documents: [] as DocumentFinding[],
  }
  const states: Partial<Record<Surface, 'read'>> = {}
  const budget = { characters: parseLimits.listCharacters, elements: parseLimits.listElements }
  for (const heading of $('h1, h2, h3').toArray()) {
    const name = $(heading).text().trim()
    const surface = headings.find(([word]) => word.test(name))?.[1]
    if (surface === undefined || surface === 'security_updates') continue
    const rows = rowsUnder($, $(heading), budget)
    if (rows === undefined) continue
    states[surface] = 'read'
    for (const row of rows) {
      const first = row.texts[0] ?? ''
      if (first === '') continue
      if (surface === 'certifications') {
        // A line that does not name a framework is a remark.
        if (resolveFramework(first).isCatalogued) found.certifications.push({ label: first })
      } else if (surface === 'controls') found.controls.push({ name: first, category: null })
      else if (surface === 'subprocessors') found.subprocessors.push(toVendor(row))
      else found.documents.push(toDocument(row))
    }
  }
  return Object.keys(states).length === 0 ? unreadShell : { gate: 'none', states, ...found, company }
}

const lists = 'ul, ol, table'
/** To read a row takes as long as to visit so many elements. */
const elementsPerRow = 100

interface Row {
  readonly texts: readonly string[]
  readonly link: string | null
  readonly isLocked: boolean
}

/** The rows of the lists and tables before the next heading; undefined if there are none. */
function rowsUnder(
  $: CheerioAPI,
  heading: ReturnType<CheerioAPI>,
  budget: { characters: number; elements: number },
): Row[] | undefined {
  // One after the other: to search many elements at once takes time in proportion to the square of their number.
  const between = heading
    .nextUntil('h1, h2, h3')
    .toArray()
    .map((element) => $(element))
  if (!between.some((element) => element.is(lists) || element.find(lists).length > 0)) return undefined
  const rows: Row[] = []
  for (const row of between.flatMap((element) => element.find('li, tbody tr').toArray())) {
    const cells = $(row).is('tr') ? $(row).children('td') : $(row).children('span, strong, a, em, p')
    const text = $(row).text()
    // What a nested list has belongs to every list around it.
    budget.characters -= text.length
    budget.elements -= elementsPerRow + $(row).find('*').length
    if (budget.characters < 0 || budget.elements < 0) throw unreadable('its lists are too long')
    const texts = (cells.length > 0 ? cells : $(row)).toArray().map((cell) => $(cell).text().trim())
    rows.push({
      texts,
      link: $(row).find('a[href]').first().attr('href') ?? null,
      isLocked: $(row).find('[aria-label="Locked"], .locked').length > 0 || /request access/i.test(text),
    })
  }
  return rows
}

function toVendor({ texts, link }: Row): SubprocessorFinding {
  const [name = '', purpose = null, location] = texts
  return { name, purpose, website: link, locations: location === undefined ? [] : [location] }
}

function toDocument({ texts, link, isLocked }: Row): DocumentFinding {
  const isOpen = !isLocked && link !== null && URL.canParse(link)
  return { title: texts[0] ?? '', access: isOpen ? 'public' : 'request', url: isOpen ? link : null }
}
