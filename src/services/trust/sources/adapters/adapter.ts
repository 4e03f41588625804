/** What an adapter is: the requests for one trust center, and how their responses become findings. */

import { Failure, isFailure } from '../../../../core/errors.ts'
import { parseForeignJson } from '../../../../core/parse/parse-json.ts'
import type { Findings } from '../../normalise/findings.ts'
import { joinFindings } from '../../normalise/join-findings.ts'
import type { SourceKind } from '../../normalise/vocabulary.ts'
import type { TrustMember } from '../../schema/records.ts'

export interface FetchStep {
  readonly name: string
  readonly url: string
  readonly kind: SourceKind
  /** Sent as JSON by POST. */
  readonly body?: unknown
  /** If it fails or is gated, the rest is still read. */
  readonly optional?: boolean
  /** Requested instead if this one does not exist: the address of earlier versions. */
  readonly older?: FetchStep
}

/** The responses without a gate, by the name of their step. */
export type ResponseBodies = ReadonlyMap<string, string>

export interface Adapter {
  /** The id of the source. */
  readonly source: string
  readonly provider: string
  /** Increase it when the same page is parsed differently. */
  readonly version: number
  /** Reads rendered pages: rows may be missing, so absence proves nothing. */
  readonly bestEffort: boolean
  /** Hosts in addition to the center's own. */
  readonly hosts: readonly string[]
  steps(member: TrustMember): readonly FetchStep[]
  /** A further page, which is requested after the steps; undefined after the last one. */
  nextStep?(responses: ResponseBodies, member: TrustMember): FetchStep | undefined
  /** Throws `upstream_changed` for an unexpected format. */
  parse(responses: ResponseBodies, member: TrustMember): Findings
}

/** The page loaded but contains no recognised data. */
export const unreadShell: Findings = { gate: 'unread_shell', states: {} }

/** An adapter that reads the rendered page of a center. */
export function pageAdapter(provider: string, parsePage: (page: string) => Findings): Adapter {
  return {
    source: `trust-${provider.replaceAll('_', '-')}`,
    provider,
    version: 1,
    bestEffort: true,
    hosts: [],
    steps: ({ url }) => [pageStep(url)],
    parse: (responses) => parsePage(requireBody(responses, 'page')),
  }
}

export function pageStep(url: string): FetchStep {
  return { name: 'page', url, kind: 'page_read' }
}

/** For APIs that reject other clients: the operator's payload files if there are any, else the page. */
export function payloadOrPageSteps(member: TrustMember): readonly FetchStep[] {
  const files = payloadUrls(member)
  if (files.length === 0) return [pageStep(member.url)]
  return files.map((url, index) => ({ name: payloadName(index), url, kind: 'import_file' }))
}

/** Separated by spaces in the registry. */
export function payloadUrls({ payload_url }: TrustMember): readonly string[] {
  return payload_url?.split(' ') ?? []
}

function payloadName(index: number): string {
  return index === 0 ? 'payload' : `payload ${index + 1}`
}

/** What all payload files say together, each read by `parsePayload`. */
export function parsePayloads(
  responses: ResponseBodies,
  parsePayload: (payload: unknown) => Findings,
): Findings {
  const files = [requireBody(responses, payloadName(0))]
  for (let body = responses.get(payloadName(1)); body !== undefined; ) {
    files.push(body)
    body = responses.get(payloadName(files.length))
  }
  return joinFindings(files.map((body) => parsePayload(parseJson(body, 'The payload'))))
}

export function upstreamChanged(what: string): Failure {
  return new Failure('upstream_changed', what)
}

export function parseJson(text: string, what: string): unknown {
  try {
    return parseForeignJson(text)
  } catch (cause) {
    if (isFailure(cause)) throw cause
    throw new Failure('upstream_changed', `${what} is not JSON.`, { cause })
  }
}

export function requireBody(responses: ResponseBodies, name: string): string {
  const body = responses.get(name)
  if (body === undefined) throw upstreamChanged(`The response ${name} is missing.`)
  return body
}

/** `acme` for `https://trust.example.com/acme/`. As it is if it is no text: one such address must not stop the plan of all. */
export function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
