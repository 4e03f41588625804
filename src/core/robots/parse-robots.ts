/** Parses robots.txt (RFC 9309): the longest rule that matches a path decides. */

import robotsModule from 'robots-parser'

/** Its types say that the function is a property of the CommonJS module; it is the module. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default

export interface Robots {
  /** For URLs of the origin. */
  readonly allows: (url: string) => boolean
  /** The URLs of its `Sitemap` lines. */
  readonly sitemaps: readonly string[]
  /** The `Crawl-delay` for us, within a limit; 0 if there is none. */
  readonly delayMs: number
}

const charactersMax = 512 * 1024
const sitemapsMax = 50
const rulesMax = 5000
/** A longer delay would make a host unreadable; many files copy one that was meant for others. */
const delayMsMax = 10_000
/** Of all rules with wildcards: the parser compares each of their characters with every character of a path. */
const wildcardCharactersMax = 20_000

/** The rules of the groups for `product`, else of the groups for `*`. With more rules than we compare, nothing is allowed. */
export function parseRobots(text: string, origin: string, product: string): Robots {
  const { rules, sitemaps, delayMs } = readLines(text, product)
  if (isTooMuch(rules)) return { allows: () => false, sitemaps, delayMs }
  const parsed = robotsParser(origin, ['User-agent: *', ...rules].join('\n'))
  return { allows: (url) => parsed.isAllowed(url, product) ?? true, sitemaps, delayMs }
}

function isTooMuch(rules: ReadonlySet<string>): boolean {
  let wildcardCharacters = 0
  for (const rule of rules) if (rule.includes('*')) wildcardCharacters += rule.length
  return rules.size > rulesMax || wildcardCharacters > wildcardCharactersMax
}

/** The parser gets only the rules for us, each once: it would store them for every agent of every group. */
function readLines(text: string, product: string) {
  const own = product.toLowerCase()
  const rulesByAgent = new Map<string, Set<string>>()
  const delays = new Map<string, number>()
  const sitemaps: string[] = []
  const agents = new Set<string>()
  let isGroupHeader = false
  for (const line of text.slice(0, charactersMax).split(/[\r\n]+/)) {
    const [, field = '', rest = ''] =
      /^\s*(user-agent|allow|disallow|sitemap|crawl-delay)\s*:([^#]*)/i.exec(line) ?? []
    const value = rest.trim()
    if (/^sitemap$/i.test(field)) {
      if (URL.canParse(value) && sitemaps.length < sitemapsMax) sitemaps.push(value)
    } else if (/^user-agent$/i.test(field)) {
      if (!isGroupHeader) agents.clear()
      isGroupHeader = true
      // `Broadsheet/1.0` is a common mistake.
      const [agent = ''] = value.toLowerCase().split('/', 1)
      if (agent !== '*' && agent !== own) continue
      agents.add(agent)
      if (!rulesByAgent.has(agent)) rulesByAgent.set(agent, new Set())
    } else if (/^crawl-delay$/i.test(field)) {
      isGroupHeader = false
      const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : 0
      for (const agent of agents) delays.set(agent, Math.min(delayMsMax, seconds * 1000))
    } else if (field !== '') {
      isGroupHeader = false
      for (const agent of agents) rulesByAgent.get(agent)?.add(`${field.toLowerCase()}: ${value}`)
    }
  }
  // The groups for us replace those for all.
  const agent = rulesByAgent.has(own) ? own : '*'
  const rules = rulesByAgent.get(agent) ?? new Set<string>()
  // Copied: a part of the text keeps all of it in memory.
  return { rules, sitemaps: structuredClone(sitemaps), delayMs: delays.get(agent) ?? 0 }
}
