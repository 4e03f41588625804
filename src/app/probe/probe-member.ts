/** Reads a member as `members test` does, and reports and records every request on the way. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import { isFailure } from '../../core/errors.ts'
import type { Store } from '../../store/store.ts'
import type { UpstreamResponse } from '../../sync/source.ts'
import type { AppContext } from '../app-context.ts'
import { ExchangeRecorder } from './record-exchanges.ts'
import type { Recording } from './recording.ts'
import { createRedactor, type Redactor } from './redact.ts'
import { type TestedMember, testMember } from './test-member.ts'

export type Probe = Awaited<ReturnType<typeof probeMember>>['probe']

const responsesMax = 1000

export async function probeMember(
  context: AppContext,
  tested: TestedMember,
  stopSignal: AbortSignal,
  store?: Store,
) {
  const recordedAt = new Date(context.clock.now()).toISOString()
  const redactor = createRedactor(configuredSecrets(context.loaded))
  const recorder = new ExchangeRecorder(redactor)
  const responses: { kind: string; url: string; matches_shape: boolean }[] = []
  const observer = {
    observeRequests: (http: Parameters<ExchangeRecorder['observe']>[0]) => recorder.observe(http),
    observeResponses: (received: AsyncIterable<UpstreamResponse>) =>
      noteShapes(received, responses, redactor),
  }
  const outcome = await testMember(context, tested, stopSignal, { observer, store }).then(
    (found) => ({ found, failure: null }),
    (thrown: unknown) => {
      if (!isFailure(thrown) || stopSignal.aborted) throw thrown
      return { found: null, failure: { code: thrown.code, message: thrown.message } }
    },
  )
  const { exchanges, leftOut } = recorder
  const ids = { source: tested.source.id, member: tested.member.id }
  return {
    probe: {
      source_id: ids.source,
      member_id: ids.member,
      requests: exchanges.map(({ request, response, failure }) => ({
        method: request.method,
        url: request.url,
        status: response?.status ?? null,
        characters: response?.body.length ?? 0,
        failure: failure?.message ?? null,
      })),
      requests_left_out: leftOut,
      responses,
      ...outcome,
    },
    recording: { recording: 1, ...ids, recordedAt, leftOut, exchanges } satisfies Recording,
  }
}

/** The reader continues only after a response that matches. */
async function* noteShapes(
  received: AsyncIterable<UpstreamResponse>,
  noted: { kind: string; url: string; matches_shape: boolean }[],
  redactor: Redactor,
): AsyncGenerator<UpstreamResponse> {
  for await (const response of received) {
    const note = { kind: response.kind, url: redactor.address(response.url), matches_shape: false }
    if (noted.length < responsesMax) noted.push(note)
    yield response
    note.matches_shape = true
  }
}

/** Whole, and the values of lists of `NAME=value`. */
function configuredSecrets({ secrets }: LoadedConfig): string[] {
  return Object.values(secrets)
    .flatMap((section) => Object.values(section))
    .flatMap((secret) => {
      const text = secret?.reveal() ?? ''
      return [text, ...text.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())]
    })
}
