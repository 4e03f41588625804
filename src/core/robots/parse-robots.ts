/** Parses robots.txt (RFC 9309): the longest rule that matches a path decides. */

export type RobotsRules = (url: string) => boolean

const charactersMax = 512 * 1024
const sitemapsMax = 50
const rulesMax = 5000
const ruleCharactersMax = 2000
const wildcardsMax = 9

interface Rule {
  readonly allows: boolean
  readonly length: number
  /** The texts between the wildcards. */
  readonly parts: readonly string[]
  /** Whether the last part must end the path. */
  readonly endsPath: boolean
}

/** The rules of the groups for `product`, else of the groups for `*`. */
export function parseRobots(text: string, product: string): RobotsRules {
  const own = product.toLowerCase()
  const groups = new Map<string, Rule[]>()
  let agents = new Set<string>()
  let isGroupHeader = false
  for (const line of text.slice(0, charactersMax).split(/[\r\n]/)) {
    const { field, value } = parseLine(line)
    if (field === 'user-agent') {
      if (!isGroupHeader) agents = new Set()
      isGroupHeader = true
      const agent = value.toLowerCase()
      // Groups for others are not read, however many there are.
      if (agent !== own && agent !== '*') continue
      agents.add(agent)
      if (!groups.has(agent)) groups.set(agent, [])
    } else if (field === 'allow' || field === 'disallow') {
      isGroupHeader = false
      const rule = toRule(field === 'allow', value)
      if (rule) for (const agent of agents) addRule(groups.get(agent), rule)
    }
  }
  const rules = groups.get(own) ?? groups.get('*') ?? []
  return (url) => {
    const { pathname, search } = new URL(url)
    const path = pathname + search
    let best: Rule | undefined
    for (const rule of rules) {
      if (!matches(rule, path)) continue
      if (!best || rule.length > best.length || (rule.length === best.length && rule.allows)) best = rule
    }
    return best?.allows ?? true
  }
}

/** The URLs of the `Sitemap` lines, which belong to no group. */
export function parseSitemapLines(text: string): readonly string[] {
  const urls: string[] = []
  for (const line of text.slice(0, charactersMax).split(/[\r\n]/)) {
    const { field, value } = parseLine(line)
    if (field === 'sitemap' && URL.canParse(value) && urls.length < sitemapsMax) urls.push(value)
  }
  return urls
}

/** `Disallow: /private # ours`. */
function parseLine(line: string): { readonly field: string; readonly value: string } {
  const [content = ''] = line.split('#', 1)
  const colon = content.indexOf(':')
  if (colon < 0) return { field: '', value: '' }
  return { field: content.slice(0, colon).trim().toLowerCase(), value: content.slice(colon + 1).trim() }
}

/** `*` matches anything, `$` the end of the path. */
function toRule(allows: boolean, value: string): Rule | undefined {
  if (value === '' || value.length > ruleCharactersMax) return undefined
  const endsPath = value.endsWith('$')
  const parts = (endsPath ? value.slice(0, -1) : value).split(/\*+/)
  if (parts.length > wildcardsMax + 1) return undefined
  return { allows, length: value.length, parts, endsPath }
}

function addRule(rules: Rule[] | undefined, rule: Rule): void {
  if (rules && rules.length < rulesMax) rules.push(rule)
}

/** Each part is looked for once, from the end of the one before. */
function matches({ parts, endsPath }: Rule, path: string): boolean {
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  const last = endsPath ? others.pop() : undefined
  let at = first.length
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!endsPath) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}
