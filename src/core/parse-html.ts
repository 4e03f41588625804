/** Parses HTML with cheerio, which is loaded on first use. */

import { createRequire } from 'node:module'
import type { CheerioAPI } from 'cheerio'

const load = createRequire(import.meta.url)

export function parseHtml(html: string): CheerioAPI {
  return (load('cheerio') as typeof import('cheerio')).load(html)
}
