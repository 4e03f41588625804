/** The simulated hosts as an outbound client in this process: no server, no retries, no pauses, one fault at a time. */

import type { Reply, SandboxHost } from '../../../sandbox/host.ts'
import { hostTable } from '../../../sandbox/router.ts'
import { createWorld, type World } from '../../../sandbox/world.ts'
import { Failure } from '../../../src/core/errors.ts'
import {
  classifyError,
  classifyResponse,
  type DecodedResponse,
} from '../../../src/core/outbound/classify-response.ts'
import { decodeCharset, decompress } from '../../../src/core/outbound/decode-body.ts'
import {
  type Call,
  followRedirect,
  isRedirect,
  redirectsMax,
} from '../../../src/core/outbound/follow-redirect.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from '../../../src/core/outbound/outbound.ts'
import { FakeClock } from '../fake-clock.ts'
import type { Fault } from './faults.ts'

const bytesMax = 16 * 1024 * 1024

/** A response that the sandbox gave while nothing was wrong. */
export interface Recording {
  readonly url: string
  readonly body: string
}

interface Injection {
  readonly endpoint: string
  readonly fault: Fault
  /** Whose requests are affected, and those that are made for all. */
  readonly member: string
}

export class SandboxUpstream implements Outbound {
  readonly #findHost: ReturnType<typeof hostTable>
  readonly #world: World
  readonly #isAllowed: (host: string) => boolean
  readonly #replies = new Map<string, Promise<DecodedResponse>>()
  /** By endpoint. */
  readonly recordings = new Map<string, Recording[]>()
  /** The members that requested each endpoint. */
  readonly members = new Map<string, Set<string>>()
  /** The hosts that each member sends requests to. */
  readonly #hosts = new Map<string, Set<string>>()
  injection: Injection | undefined
  /** Whose requests these are; members are read one after the other. */
  member = ''
  /** How often the injected fault changed a response. */
  hits = 0

  constructor(hosts: readonly SandboxHost[], now: number, isAllowed: (host: string) => boolean) {
    this.#findHost = hostTable(hosts)
    this.#world = createWorld({ seed: 'faults', clock: new FakeClock(now) })
    this.#isAllowed = isAllowed
  }

  for(): Outbound {
    return this
  }

  /** For requests whose response several members share: runs rotate, so each of them may be the one that makes it. */
  get shared(): Outbound {
    return { request: (address, request) => this.#request(address, request, true) }
  }

  request(address: string, request: OutboundRequest): Promise<OutboundResponse> {
    return this.#request(address, request, false)
  }

  async #request(address: string, request: OutboundRequest, isShared: boolean): Promise<OutboundResponse> {
    request.signal.throwIfAborted()
    const { acceptStatuses = [], unavailableStatuses = [] } = request
    let call: Call = {
      url: new URL(address),
      method: request.method ?? 'GET',
      headers: request.headers ?? {},
      body: request.body,
    }
    for (let hop = 0; hop <= redirectsMax; hop++) {
      if (!this.#isAllowed(call.url.host))
        throw new Failure('upstream_changed', 'The source links to a host that is not configured.')
      const response = await this.#respond(call, isShared)
      const isFollowed = isRedirect(response) && !unavailableStatuses.includes(response.status)
      const failed = isFollowed
        ? undefined
        : classifyResponse(response, acceptStatuses, 0, unavailableStatuses)
      if (failed) throw failed.failure
      if (!isRedirect(response) || acceptStatuses.includes(response.status))
        return { ...response, url: call.url.href, receivedAt: this.#world.now() }
      call = followRedirect(call, response)
    }
    throw new Failure('upstream_changed', 'The source redirects too many times.')
  }

  async #respond(call: Call, isShared: boolean): Promise<DecodedResponse> {
    const host = this.#findHost(call.url.hostname)
    if (host === undefined)
      throw classifyError(Object.assign(new Error('unknown host'), { code: 'ENOTFOUND' })).failure
    const match = host.route(call.method, call.url.pathname)
    const endpoint = `${call.method} ${host.host.host}${match.route?.path ?? '/…'}${operationOf(call.body)}`
    const healthy = await this.#healthyReply(call, host, match)
    const { injection } = this
    const recording = { url: recordingKey(call), body: healthy.body }
    if (injection === undefined) this.#record(endpoint, recording, call.url.host)
    if (injection?.endpoint !== endpoint || !(isShared || this.#isForVictim(injection, call))) return healthy
    const others = (this.recordings.get(endpoint) ?? []).filter(
      ({ url, body }) => url !== recording.url && body !== recording.body,
    )
    const faulty = injection.fault.apply(healthy, others)
    if (faulty === undefined) return healthy
    this.hits += 1
    if (faulty instanceof Error) throw faulty
    return faulty
  }

  /** Members of one host share its robots.txt, whichever of them requests it. */
  #isForVictim({ member }: Injection, { url }: Call): boolean {
    if (url.pathname === '/robots.txt') return this.#hosts.get(member)?.has(url.host) === true
    return member === this.member
  }

  /** The world stands still, so a response is made once. */
  #healthyReply(
    call: Call,
    host: NonNullable<ReturnType<ReturnType<typeof hostTable>>>,
    match: ReturnType<typeof host.route>,
  ): Promise<DecodedResponse> {
    const key = `${call.method} ${recordingKey(call)}`
    let reply = this.#replies.get(key)
    if (reply === undefined) {
      reply = this.#reply(call, host, match)
      this.#replies.set(key, reply)
    }
    return reply
  }

  async #reply(
    { url, method, headers, body = '' }: Call,
    { subdomain }: NonNullable<ReturnType<ReturnType<typeof hostTable>>>,
    match: ReturnType<NonNullable<ReturnType<ReturnType<typeof hostTable>>>['route']>,
  ): Promise<DecodedResponse> {
    if (match.route === undefined) return { status: 404, headers: {}, body: 'Not found.\n' }
    const lowerCased = Object.fromEntries(
      Object.entries({ host: url.host, ...headers }).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const reply = await match.route.answer({
      world: this.#world,
      host: url.hostname,
      subdomain,
      url,
      query: url.searchParams,
      headers: lowerCased,
      signal: new AbortController().signal,
      method,
      params: match.params,
      body,
    })
    return { status: reply.status ?? 200, headers: reply.headers ?? {}, body: await textOf(reply) }
  }

  #record(endpoint: string, recording: Recording, host: string): void {
    const list = this.recordings.get(endpoint) ?? []
    if (!list.some(({ url }) => url === recording.url)) list.push(recording)
    this.recordings.set(endpoint, list)
    this.members.set(endpoint, (this.members.get(endpoint) ?? new Set()).add(this.member))
    this.#hosts.set(this.member, (this.#hosts.get(this.member) ?? new Set()).add(host))
  }
}

function recordingKey({ url, body }: Call): string {
  return body === undefined ? url.href : `${url.href} ${body}`
}

/** The operation distinguishes GraphQL endpoints. */
function operationOf(body: string | undefined): string {
  const name = /"operationName":"(\w+)"/.exec(body ?? '')?.[1]
  return name === undefined ? '' : ` ${name}`
}

async function textOf({ body = '', headers = {} }: Reply): Promise<string> {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return await decode(body, headers)
  let text = ''
  for await (const part of body) text += typeof part === 'string' ? part : new TextDecoder().decode(part)
  return text
}

/** As the outbound client does it. */
async function decode(bytes: Uint8Array, headers: NonNullable<Reply['headers']>): Promise<string> {
  const raw = await decompress(Buffer.from(bytes), headers['content-encoding'], bytesMax)
  return decodeCharset(raw, headers['content-type'])
}
