/** Faults as data: where, how often and what. */

import { type Static, type TProperties, Type } from 'typebox'
import { typeGuard } from '../../src/core/type-guard.ts'

/** Which requests a fault applies to. Without a limit it stays until it is cleared. */
const where = {
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'A host name; `*` matches any run of characters.',
  }),
  path: Type.Optional(
    Type.String({
      pattern: '^[/*]',
      maxLength: 2_000,
      description:
        'A path; `*` matches any run of characters. A path with a `?` is compared with the query too. Default: all.',
    }),
  ),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Skips this many matching requests.' })),
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'Applies this many times, then stops.' })),
  chance: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Probability for each request.' }),
  ),
}

const share = Type.Number({ minimum: 0, exclusiveMaximum: 1 })

function fault<Kind extends string, Properties extends TProperties>(
  kind: Kind,
  description: string,
  properties: Properties,
) {
  return Type.Object(
    { kind: Type.Literal(kind), ...where, ...properties },
    { additionalProperties: false, description },
  )
}

export const faultKinds = {
  latency: fault('latency', 'Delays the response; combines with any other fault.', {
    ms: Type.Integer({ minimum: 1, maximum: 600_000 }),
  }),
  status: fault('status', 'Responds with this status and plain text.', {
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  }),
  truncate: fault(
    'truncate',
    'Announces the full length, sends this share of the body and closes the connection.',
    { share },
  ),
  'wrong-shape': fault('wrong-shape', 'Responds with valid JSON of an unexpected shape.', {}),
  html: fault('html', 'Responds with an HTML page and status 200.', {}),
  lie: fault('lie', 'Responds with an error in JSON and status 200.', {}),
  empty: fault('empty', 'Empties every list of the response.', {}),
  shrink: fault('shrink', 'Sends only this share of every list of the response.', { share }),
  drip: fault('drip', 'Sends this many bytes at a time.', {
    bytes: Type.Integer({ minimum: 1 }),
    everyMs: Type.Integer({ minimum: 1, maximum: 60_000 }),
  }),
  reset: fault('reset', 'Resets the connection, before the response or within its body.', {
    when: Type.Unsafe<'before' | 'body'>({ type: 'string', enum: ['before', 'body'] }),
  }),
  hang: fault('hang', 'Accepts the request and never responds.', {}),
}

export type FaultKind = keyof typeof faultKinds

export type Fault = { [Kind in FaultKind]: Static<(typeof faultKinds)[Kind]> }[FaultKind]

/** Throws `InvalidFault` with all problems. */
export function parseFault(value: unknown): Fault {
  const kind = kindOf(value)
  if (kind === undefined)
    throw new InvalidFault([`kind: must be one of ${Object.keys(faultKinds).join(', ')}`])
  const isFault = typeGuard(faultKinds[kind])
  if (isFault(value)) return value
  throw new InvalidFault(isFault.errors(value).map(problemOf))
}

export class InvalidFault extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.name = 'InvalidFault'
    this.problems = problems
  }
}

function kindOf(value: unknown): FaultKind | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined
  return typeof value.kind === 'string' && Object.hasOwn(faultKinds, value.kind)
    ? (value.kind as FaultKind)
    : undefined
}

function problemOf({ instancePath, message }: { instancePath: string; message: string }): string {
  const property = instancePath.slice(1)
  if (message === 'schema is false') return `${property}: unknown for this kind`
  return property === '' ? message : `${property}: ${message}`
}
