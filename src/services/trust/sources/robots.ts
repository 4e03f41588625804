/** Parses robots.txt (RFC 9309): the longest rule that matches a path decides. */

export type RobotsRules = (url: string) => boolean

const bytesMax = 512 * 1024
const rulesMax = 5000

interface Rule {
  readonly allows: boolean
  readonly length: number
  readonly pattern: RegExp
}

/** The rules of the group for `product`, else of the group for `*`. */
export function parseRobots(text: string, product: string): RobotsRules {
  const groups = new Map<string, Rule[]>()
  let agents: string[] = []
  let isGroupHeader = false
  for (const line of text.slice(0, bytesMax).split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*(.*?)\s*(?:#.*)?$/i.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      agents = isGroupHeader ? [...agents, value.toLowerCase()] : [value.toLowerCase()]
      isGroupHeader = true
      for (const agent of agents) if (!groups.has(agent)) groups.set(agent, [])
    } else if (field === 'allow' || field === 'disallow') {
      isGroupHeader = false
      for (const agent of value === '' ? [] : agents) addRule(groups.get(agent), field === 'allow', value)
    }
  }
  const rules = groups.get(product.toLowerCase()) ?? groups.get('*') ?? []
  return (url) => {
    const { pathname, search } = new URL(url)
    const path = pathname + search
    let best: Rule | undefined
    for (const rule of rules) {
      if (!rule.pattern.test(path)) continue
      if (!best || rule.length > best.length || (rule.length === best.length && rule.allows)) best = rule
    }
    return best?.allows ?? true
  }
}

/** `*` matches anything, `$` the end of the path. */
function addRule(rules: Rule[] | undefined, allows: boolean, value: string): void {
  if (!rules || rules.length >= rulesMax || value.length > 2000) return
  const ends = value.endsWith('$')
  const parts = (ends ? value.slice(0, -1) : value).split(/\*+/).map((part) => RegExp.escape(part))
  if (parts.length > 10) return
  rules.push({ allows, length: value.length, pattern: new RegExp(`^${parts.join('.*')}${ends ? '$' : ''}`) })
}
