/** A page of an upstream as something that can be searched; the reader is loaded with the first page. */

import { createRequire } from 'node:module'
import type { CheerioAPI } from 'cheerio'

const load = createRequire(import.meta.url)

export function parseHtml(html: string): CheerioAPI {
  return (load('cheerio') as typeof import('cheerio')).load(html)
}
