/** A recording: the requests that a source sent for one member and the responses to them, without secrets, as JSON. */

import { type Static, Type } from 'typebox'
import { Failure } from '../../core/errors.ts'
import { typeGuard } from '../../core/type-guard.ts'

const Headers = Type.Record(Type.String(), Type.String())

const Exchange = Type.Object({
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    /** Those that the adapter sets. */
    headers: Headers,
    body: Type.Optional(Type.String()),
  }),
  response: Type.Optional(
    Type.Object({
      status: Type.Integer(),
      /** After redirects. */
      url: Type.String(),
      headers: Headers,
      body: Type.String(),
    }),
  ),
  /** Instead of a response that the source could use. */
  failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
})

const Recording = Type.Object({
  recording: Type.Literal(1),
  source: Type.String(),
  member: Type.String(),
  recordedAt: Type.String(),
  /** Requests that a bound of the recording left out. */
  leftOut: Type.Integer({ minimum: 0 }),
  exchanges: Type.Array(Exchange),
})

export type Exchange = Static<typeof Exchange>
export type Recording = Static<typeof Recording>

const isRecording = typeGuard(Recording)

/** Throws `invalid_request` for text that is not a recording. */
export function parseRecording(text: string): Recording {
  const value = parseJson(text)
  if (isRecording(value)) return value
  throw new Failure('invalid_request', 'This is not a recording.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('invalid_request', 'This is not a recording.', { cause })
  }
}
