/** Collects what was recognised: one finding per member, with the evidence for it. */

import type { AddressMatch, MemberParts } from '../core/addresses/address-rule.ts'
import type { Basis } from '../registry/registry-entry.ts'
import type { Evidence, Finding } from './discovery.ts'
import type { Recognised, Recogniser } from './recogniser.ts'
import { toPlainAddress } from './target.ts'

/** By the id of the source. */
export type BasisOf = (source: string) => Basis | undefined

const evidenceMax = 5
/** A page with more members of one platform is a list of companies. */
const membersMax = 10

interface Entry {
  readonly recogniser: Recogniser
  readonly platform: string
  readonly member: MemberParts
  readonly unread: string | undefined
  readonly evidence: Evidence[]
}

/** The schema.org types of a page. */
export interface StructuredTypes {
  readonly jsonLd: ReadonlySet<string>
  readonly microdata: ReadonlySet<string>
}

export class Findings {
  readonly #recognisers: readonly Recogniser[]
  readonly #basisOf: BasisOf
  readonly #entries = new Map<string, Entry>()
  readonly #countByPlatform = new Map<string, number>()
  /** Hosts of platforms to which addresses without a member lead. */
  readonly #memberless = new Set<string>()

  constructor(recognisers: readonly Recogniser[], basisOf: BasisOf) {
    this.#recognisers = recognisers
    this.#basisOf = basisOf
  }

  /** Whether the address names a member. */
  addAddress(url: URL, kind: Evidence['kind'], page: URL | null): boolean {
    for (const recogniser of this.#recognisers) {
      const match = recogniser.addresses.match(url)
      if (match !== undefined) {
        this.#add(
          recogniser,
          toRecognised(match),
          match.rule.unread,
          evidenceOf(kind, page, match.address.slice(0, 300)),
        )
        return true
      }
      if (recogniser.addresses.platformOfHost(url.hostname) !== undefined) this.#memberless.add(url.hostname)
    }
    return false
  }

  isPlatformAddress(url: URL): boolean {
    return this.#recognisers.some(({ addresses }) => addresses.match(url) !== undefined)
  }

  addCname(host: string, target: string): void {
    for (const recogniser of this.#recognisers) {
      const recognised = recogniser.byCname?.(host, target)
      if (recognised !== undefined)
        this.#add(recogniser, recognised, undefined, evidenceOf('cname', null, `${host} → ${target}`))
    }
  }

  /** Marks of platforms and structured data in the source of a page. */
  addPage(html: string, page: URL, types: StructuredTypes): void {
    for (const recogniser of this.#recognisers) {
      const { marks, structuredData, isOwnPage = () => true } = recogniser
      const add = (platform: string, kind: Evidence['kind'], detail: string) => {
        const member = recogniser.memberOfPage(platform, page)
        this.#add(recogniser, { platform, member }, undefined, evidenceOf(kind, page, detail))
      }
      if (isOwnPage(page))
        for (const { platform, text } of marks) if (html.includes(text)) add(platform, 'mark', text)
      if (structuredData === undefined) continue
      const { type, platform, inMicrodata = false } = structuredData
      if (types.jsonLd.has(type) || (inMicrodata && types.microdata.has(type)))
        add(platform, 'structured_data', type)
    }
  }

  /** Whether a member of the service is known well enough to be read. */
  isComplete(service: string): boolean {
    return this.#entries
      .values()
      .some((entry) => entry.recogniser.service === service && missingFields(entry).length === 0)
  }

  toFindings(): Finding[] {
    const entries = [...this.#entries.values()]
    return entries
      .filter((entry) => !entries.some((other) => says(other, entry) || isMoreSpecific(other, entry)))
      .map((entry) => toFinding(entry, this.#basisOf))
  }

  undecided(findings: readonly Finding[]): string[] {
    const notes: string[] = []
    for (const { service, platform_name, missing, supported } of findings)
      if (supported && missing.length > 0)
        notes.push(
          `${service}: ${platform_name} was recognised, but not the ${missing.join(' and the ')} of the member.`,
        )
    for (const [platform, members] of Object.entries(Object.groupBy(findings, (row) => row.platform))) {
      const count = Math.max(this.#countByPlatform.get(platform) ?? 0, members?.length ?? 0)
      if ((members?.length ?? 0) > 1)
        notes.push(
          `${count} members of ${platform} were found; the pages do not say which is the company's own.`,
        )
    }
    const platformsOf = Map.groupBy(findings, ({ service, member }) => `${service} ${JSON.stringify(member)}`)
    for (const rows of platformsOf.values())
      if (rows.length > 1 && rows[0]?.missing.length === 0)
        notes.push(
          `${rows.map(({ platform_name }) => platform_name).join(' or ')}: the page has marks of each.`,
        )
    const named = new Set(
      findings.flatMap(({ evidence }) => evidence.map(({ detail }) => URL.parse(detail)?.hostname)),
    )
    for (const host of this.#memberless)
      if (!named.has(host)) notes.push(`An address at ${host} names no member.`)
    return notes
  }

  #add(
    recogniser: Recogniser,
    { platform, member }: Recognised,
    unread: string | undefined,
    evidence: Evidence,
  ) {
    const key = JSON.stringify([recogniser.service, platform, Object.entries(member).sort()])
    const known = this.#entries.get(key)
    if (known !== undefined) {
      const isNew = !known.evidence.some(({ kind, page }) => kind === evidence.kind && page === evidence.page)
      if (isNew && known.evidence.length < evidenceMax) known.evidence.push(evidence)
      return
    }
    const count = (this.#countByPlatform.get(platform) ?? 0) + 1
    this.#countByPlatform.set(platform, count)
    if (count > membersMax) return
    this.#entries.set(key, { recogniser, platform, member, unread, evidence: [evidence] })
  }
}

function toRecognised({ rule, member }: AddressMatch): Recognised {
  return { platform: rule.platform, member }
}

function evidenceOf(kind: Evidence['kind'], page: URL | null, detail: string): Evidence {
  return { kind, page: page === null ? null : toPlainAddress(page), detail }
}

/** Whether the first entry says all that the second says about the same platform, and more. */
function says(one: Entry, other: Entry): boolean {
  if (one === other || one.platform !== other.platform || one.recogniser !== other.recogniser) return false
  const fields = Object.entries(other.member)
  return (
    Object.keys(one.member).length > fields.length &&
    fields.every(([name, value]) => one.member[name] === value)
  )
}

/** Whether the first entry names the system behind a site of which the second knows only that it has structured data. */
function isMoreSpecific(one: Entry, other: Entry): boolean {
  if (one.recogniser !== other.recogniser || one.platform === other.platform) return false
  if (other.platform !== other.recogniser.structuredData?.platform) return false
  return (
    JSON.stringify(Object.entries(one.member).sort()) === JSON.stringify(Object.entries(other.member).sort())
  )
}

function missingFields({ recogniser, member }: Entry): string[] {
  return recogniser.requiredFields.filter((name) => (member[name] ?? '') === '')
}

function toFinding(entry: Entry, basisOf: BasisOf): Finding {
  const { recogniser, platform, member, unread, evidence } = entry
  const { name, source, basis = 'ask', terms, isSupported } = recogniser.describe(platform)
  return {
    service: recogniser.service,
    source: source ?? null,
    platform,
    platform_name: name,
    member: { ...member },
    missing: missingFields(entry),
    address: recogniser.addresses.addressOf(platform, member) ?? member.url ?? null,
    supported: isSupported && unread === undefined,
    unsupported_reason: unread ?? (isSupported ? null : 'There is no adapter for this platform.'),
    basis: (source === undefined ? undefined : basisOf(source)) ?? basis,
    terms,
    evidence,
  }
}
