/**
 * Address rules: how the addresses of a platform contain the ids of its members. A rule is one line and is used both ways:
 * an address says which member it belongs to, and a member says where its public page is.
 *
 *   jobs.lever.co/{key}                    a segment of the path, whatever follows it
 *   {key}.recruitee.com                    a label of the host, or part of one: careers-{key}.icims.com
 *   boards.greenhouse.io/embed/job_board?for={key}    a parameter
 *   *\/wp-json/nj/v1                       any host and any path before; what comes before is `{base}`
 *
 * `{lang}` stands for a language such as `en-US` and nothing else does.
 */

export interface AddressRule {
  /** The id of the source, or of the provider. */
  readonly platform: string
  readonly address: string
  /** How the parts form the member. Default: `{ key: '{key}' }`. */
  readonly member?: Readonly<Record<string, string>>
  /** Names in the place of `{key}` that are no members. */
  readonly except?: readonly string[]
  /** Why the members at such addresses cannot be read, though the platform can. */
  readonly unread?: string
}

export type MemberParts = Readonly<Record<string, string>>

export interface AddressMatch {
  readonly rule: AddressRule
  readonly member: MemberParts
  /** The address with those parameters only that the rule names: others may contain a token. */
  readonly address: string
}

/** The names of the platforms themselves, in the place of members. */
const neverMembers = new Set(
  `www api app apps help support docs status blog embed static assets cdn login signin sign-in signup admin
   favicon.ico robots.txt sitemap.xml _next`.split(/\s+/),
)

const language = /^[a-z]{2}-[A-Z]{2}$/
const keyText = /^[\w.][\w. -]{0,99}$/
const placeholder = /\{(\w+)\}/

interface CompiledRule {
  readonly rule: AddressRule
  /** From the last label to the first; undefined for any host. */
  readonly labels: readonly string[] | undefined
  readonly segments: readonly string[]
  readonly parameters: readonly (readonly [name: string, value: string])[]
}

export interface AddressRules {
  /** The first rule that matches decides. */
  match(url: URL): AddressMatch | undefined
  /** The public page of a member; undefined if no rule leads back to the same member. */
  addressOf(platform: string, member: MemberParts): string | undefined
  /** Texts of which each address that matches contains at least one. */
  readonly anchors: readonly string[]
  /** Whether the host is one of a platform, even if the address names no member. */
  platformOfHost(host: string): string | undefined
}

export function compileAddressRules(rules: readonly AddressRule[]): AddressRules {
  const compiled = rules.map(compile)
  const match = (url: URL) => {
    for (const rule of compiled) {
      const member = matchRule(rule, url)
      if (member !== undefined) return { rule: rule.rule, member, address: addressWithout(url, rule) }
    }
    return undefined
  }
  return {
    match,
    addressOf(platform, member) {
      for (const { rule } of compiled) {
        const address = rule.platform === platform ? buildAddress(rule, member) : undefined
        if (address === undefined) continue
        const back = match(new URL(address))
        if (back?.rule.platform === platform && isSameMember(back.member, member)) return address
      }
      return undefined
    },
    anchors: [...new Set(compiled.map(anchorOf))],
    platformOfHost(host) {
      if (host.split('.').some((label) => neverMembers.has(label))) return undefined
      return compiled.find(({ labels }) => labels !== undefined && matchLabels(labels, host, {}))?.rule
        .platform
    },
  }
}

function compile(rule: AddressRule): CompiledRule {
  const [place = '', query = ''] = rule.address.split('?', 2)
  const [host = '', ...segments] = place.split('/')
  return {
    rule,
    labels: host === '*' ? undefined : host.split('.').reverse(),
    segments,
    parameters: [...new URLSearchParams(query)],
  }
}

/** The longest text of the host or, for any host, of the path without a placeholder. */
function anchorOf({ labels, segments }: CompiledRule): string {
  if (labels === undefined) return `/${segments.slice(0, firstPlaceholder(segments)).join('/')}`
  return labels.slice(0, firstPlaceholder(labels)).toReversed().join('.')
}

function firstPlaceholder(parts: readonly string[]): number {
  const at = parts.findIndex((part) => placeholder.test(part))
  return at < 0 ? parts.length : at
}

function matchRule(compiled: CompiledRule, url: URL): MemberParts | undefined {
  const { rule, labels, segments, parameters } = compiled
  const parts: Record<string, string> = {}
  const path = url.pathname.split('/').slice(1)
  if (labels === undefined) {
    const start = findSegments(segments, path, parts)
    if (start === undefined) return undefined
    parts.base =
      url.origin +
      path
        .slice(0, start)
        .map((segment) => `/${segment}`)
        .join('')
  } else if (!matchLabels(labels, url.hostname, parts) || !matchSegments(segments, path, parts)) {
    return undefined
  }
  for (const [name, value] of parameters) {
    const given = url.searchParams.get(name)
    if (given === null || !matchPart(value, given, parts)) return undefined
  }
  const names = Object.entries(parts).filter(([name]) => name !== 'base' && name !== 'lang')
  if (names.some(([, value]) => neverMembers.has(value.toLowerCase()) || rule.except?.includes(value)))
    return undefined
  return fillMember(rule, parts)
}

function addressWithout(url: URL, { parameters }: CompiledRule): string {
  const query = new URLSearchParams()
  for (const [name] of parameters) query.set(name, url.searchParams.get(name) ?? '')
  return `${url.origin}${url.pathname}${query.size > 0 ? `?${query}` : ''}`
}

function matchLabels(labels: readonly string[], host: string, parts: Record<string, string>): boolean {
  const given = host.split('.').reverse()
  return (
    given.length === labels.length && labels.every((label, at) => matchPart(label, given[at] ?? '', parts))
  )
}

/** The path may go on. */
function matchSegments(
  segments: readonly string[],
  path: readonly string[],
  parts: Record<string, string>,
): boolean {
  return segments.every((segment, at) => matchPart(segment, decode(path[at] ?? ''), parts))
}

const prefixSegmentsMax = 6

/** The place in the path where the segments start. */
function findSegments(
  segments: readonly string[],
  path: readonly string[],
  parts: Record<string, string>,
): number | undefined {
  for (let start = 0; start <= Math.min(prefixSegmentsMax, path.length - segments.length); start++) {
    const own: Record<string, string> = {}
    if (!matchSegments(segments, path.slice(start), own)) continue
    Object.assign(parts, own)
    return start
  }
  return undefined
}

function matchPart(part: string, given: string, parts: Record<string, string>): boolean {
  const found = placeholder.exec(part)
  if (found === null) return part.toLowerCase() === given.toLowerCase()
  const [whole, name = ''] = found
  const [before = '', after = ''] = part.split(whole)
  if (!given.startsWith(before) || !given.endsWith(after)) return false
  const value = given.slice(before.length, given.length - after.length)
  if (name === 'lang' ? !language.test(value) : !keyText.test(value) || language.test(value)) return false
  // A name that occurs twice stands for one value.
  if (parts[name] !== undefined && parts[name] !== value) return false
  parts[name] = value
  return true
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const defaultMember = { key: '{key}' }

function fillMember({ member = defaultMember }: AddressRule, parts: MemberParts): MemberParts {
  return Object.fromEntries(Object.entries(member).map(([name, text]) => [name, fill(text, parts) ?? '']))
}

/** Undefined if a part is missing. */
function fill(text: string, parts: MemberParts): string | undefined {
  let isComplete = true
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    isComplete &&= parts[name] !== undefined
    return parts[name] ?? ''
  })
  return isComplete ? filled : undefined
}

function buildAddress(rule: AddressRule, member: MemberParts): string | undefined {
  const parts: Record<string, string> = {}
  for (const [name, text] of Object.entries(rule.member ?? defaultMember))
    if (!splitValue(text, member[name] ?? '', parts)) return undefined
  const encoded = Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [name, name === 'base' ? value : encodeURIComponent(value)]),
  )
  const address = fill(rule.address.replace(/^\*/, '{base}'), encoded)
  if (address === undefined) return undefined
  const url = rule.address.startsWith('*') ? address : `https://${address}`
  return URL.canParse(url) ? url : undefined
}

/** `acme.wd5/Jobs` as `{tenant}.{pod}/{site}`: each part ends where the text after it starts. */
function splitValue(text: string, value: string, parts: Record<string, string>): boolean {
  let rest = value
  const pieces = text.split(/\{(\w+)\}/)
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) {
      if (!rest.startsWith(piece)) return false
      rest = rest.slice(piece.length)
      continue
    }
    const next = pieces[at + 1] ?? ''
    const end = next === '' ? rest.length : rest.indexOf(next)
    if (end <= 0) return false
    parts[piece] = rest.slice(0, end)
    rest = rest.slice(end)
  }
  return rest === ''
}

function isSameMember(one: MemberParts, other: MemberParts): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
