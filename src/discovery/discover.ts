/** Finds the platforms and member ids of a company or cinema from its address. Reads a handful of pages at most. */

import { registrableDomain } from '../core/addresses/host-names.ts'
import { startDeadline } from '../core/async/deadline.ts'
import type { Clock } from '../core/clock.ts'
import type { CnameLookup } from '../core/cname-lookup.ts'
import { Failure, isFailure } from '../core/errors.ts'
import type { Outbound } from '../core/outbound/outbound.ts'
import { nodeTypes, parseJsonLd } from '../core/parse/json-ld.ts'
import { microdataTypes } from '../core/parse/microdata.ts'
import type { RobotsReader } from '../core/robots/robots-reader.ts'
import type { Discovery, PageVisit } from './discovery.ts'
import { type BasisOf, Findings, type StructuredTypes } from './findings.ts'
import { PageQueue } from './page-queue.ts'
import { type PageRead, type ReadPageContext, readPage } from './read-page.ts'
import type { Recogniser } from './recogniser.ts'
import { scanPage } from './scan-page.ts'
import { isHostName, parseTarget, toPlainAddress } from './target.ts'

export interface DiscoverOptions {
  readonly http: Outbound
  readonly robots: RobotsReader
  readonly lookUpCname: CnameLookup
  readonly clock: Clock
  readonly recognisers: readonly Recogniser[]
  readonly basisOf: BasisOf
  /** For everything together; what was found until then is returned. */
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

const pagesMax = 6

/** Throws `invalid_request` if the target is not the address of a page or a domain. */
export async function discover(target: string, options: DiscoverOptions): Promise<Discovery> {
  const start = parseTarget(target)
  const { recognisers, basisOf, clock, deadlineMs } = options
  const findings = new Findings(recognisers, basisOf)
  const pages: PageVisit[] = []
  const notes: string[] = []
  // The address of a platform says everything; no page is requested.
  if (!findings.addAddress(start, 'address', null)) {
    using deadline = startDeadline(clock, deadlineMs, timeIsUp, options.signal)
    const { signal } = deadline
    try {
      await lookUpNames(start, findings, { ...options, signal })
      await readPages(start, findings, pages, notes, { ...options, signal })
    } catch (thrown) {
      if (options.signal.aborted || !isFailure(thrown, 'deadline_exceeded')) throw thrown
      notes.push('The time was up before all pages were read.')
    }
  }
  const found = findings.toFindings()
  notes.push(...findings.undecided(found))
  if (found.length === 0) notes.push('No known platform was recognised.')
  return { target: toPlainAddress(start), findings: found, pages, undecided: [...new Set(notes)] }
}

function timeIsUp(): Failure {
  return new Failure('deadline_exceeded', 'The pages could not be read in time.')
}

/** The records of names, without a request to any of the hosts. */
async function lookUpNames(
  { hostname }: URL,
  findings: Findings,
  { recognisers, lookUpCname, signal }: DiscoverOptions,
): Promise<void> {
  const domain = registrableDomain(hostname)
  const names = recognisers.flatMap(({ hostNames = [] }) => hostNames.map((name) => `${name}.${domain}`))
  const hosts = [...new Set([hostname, ...names])]
  const cnames = await Promise.all(hosts.map((host) => lookUpCname(host, signal)))
  for (const [at, host] of hosts.entries()) {
    const target = cnames[at]?.toLowerCase().replace(/\.$/, '')
    // A record may hold any bytes.
    if (target !== undefined && isHostName(target)) findings.addCname(host, target)
  }
}

async function readPages(
  start: URL,
  findings: Findings,
  pages: PageVisit[],
  notes: string[],
  options: DiscoverOptions,
): Promise<void> {
  const context: ReadPageContext = {
    ...options,
    nowMs: options.clock.now(),
    isPlatformAddress: (url) => findings.isPlatformAddress(url),
  }
  const queue = new PageQueue(start, options.recognisers)
  const anchors = options.recognisers.flatMap(({ addresses }) => addresses.anchors)
  while (pages.length < pagesMax) {
    const next = queue.take((service) => findings.isComplete(service))
    if (next === undefined) return
    const read = await readPage(next, context)
    const { url, outcome, reason } = inspect(read, { findings, queue, anchors, notes })
    pages.push({ url, outcome, reason })
    queue.markRead(read.page)
    // Some companies have a site at `www` alone.
    if (pages.length === 1 && read.isUnavailable && !start.hostname.startsWith('www.'))
      queue.addFirst(new URL(start.href.replace('https://', 'https://www.')))
  }
  const left = queue.count((service) => findings.isComplete(service))
  if (left > 0) notes.push(`${left} further pages were not read.`)
}

interface Inspection {
  readonly findings: Findings
  readonly queue: PageQueue
  readonly anchors: readonly string[]
  readonly notes: string[]
}

function inspect(read: PageRead, { findings, queue, anchors, notes }: Inspection): PageVisit {
  const { page, redirect, html } = read
  if (redirect !== undefined && !findings.addAddress(redirect, 'redirect', page))
    notes.push(`${read.url} leads to ${toPlainAddress(redirect)}: discover that address if it is theirs.`)
  if (html === undefined) return read
  try {
    const { links, isCut } = scanPage(html, page, anchors)
    for (const { url, kind } of links) findings.addAddress(url, kind, page)
    findings.addPage(html, page, structuredTypes(html))
    queue.addLinks(links)
    if (isCut) notes.push(`${read.url} has more links than were looked at.`)
    return read
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
    return { ...read, outcome: 'failed', reason: thrown.message }
  }
}

function structuredTypes(html: string): StructuredTypes {
  return { jsonLd: new Set(parseJsonLd(html).nodes.flatMap(nodeTypes)), microdata: microdataTypes(html) }
}
