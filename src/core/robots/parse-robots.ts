/** Parses robots.txt (RFC 9309): the longest rule that matches a path decides. */

import robotsModule from 'robots-parser'

/** Its types say that the function is a property of the CommonJS module; it is the module. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default

export interface Robots {
  /** For URLs of the origin. */
  readonly allows: (url: string) => boolean
  /** The URLs of its `Sitemap` lines. */
  readonly sitemaps: readonly string[]
}

const charactersMax = 512 * 1024
const sitemapsMax = 50
const rulesMax = 5000
const ruleCharactersMax = 2000
/** Of all rules with wildcards: the parser compares each of their characters with every character of a path. */
const wildcardCharactersMax = 20_000

/** Ends a group, also one all of whose rules were left out. */
const noRule = 'Disallow:'

/** The rules of the groups for `product`, else of the groups for `*`. */
export function parseRobots(text: string, origin: string, product: string): Robots {
  const { groups, sitemaps } = readLines(text, product)
  const parsed = robotsParser(origin, groups.join('\n'))
  return { allows: (url) => parsed.isAllowed(url, product) ?? true, sitemaps }
}

/**
 * What the parser gets is bounded: it stores each rule once for every agent of its group, so a short file with many agents
 * and rules would fill the memory. Groups for others are left out, and an agent is in a group once.
 */
function readLines(text: string, product: string) {
  const groups: string[] = []
  const sitemaps: string[] = []
  const agents = new Set<string>()
  let [isGroupHeader, rules, wildcardCharacters] = [false, 0, 0]
  for (const line of text.slice(0, charactersMax).split(/[\r\n]+/)) {
    const [, field = '', rest = ''] = /^\s*(user-agent|allow|disallow|sitemap)\s*:([^#]*)/i.exec(line) ?? []
    const value = rest.trim()
    if (/^sitemap$/i.test(field)) {
      if (URL.canParse(value) && sitemaps.length < sitemapsMax) sitemaps.push(value)
    } else if (/^user-agent$/i.test(field)) {
      if (!isGroupHeader) {
        groups.push(noRule)
        agents.clear()
      }
      isGroupHeader = true
      // `Broadsheet/1.0` is a common mistake.
      const [agent = ''] = value.toLowerCase().split('/', 1)
      if ((agent !== '*' && agent !== product.toLowerCase()) || agents.has(agent)) continue
      agents.add(agent)
      groups.push(`User-agent: ${agent}`)
    } else if (field !== '') {
      isGroupHeader = false
      if (value.includes('*')) wildcardCharacters += value.length
      if (agents.size === 0 || value.length > ruleCharactersMax || ++rules > rulesMax) continue
      if (!value.includes('*') || wildcardCharacters <= wildcardCharactersMax)
        groups.push(`${field}: ${value}`)
    }
  }
  return { groups: [...groups, noRule], sitemaps }
}
