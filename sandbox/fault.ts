/** What can go wrong at an upstream, as data: where, how often, and what. */

import { type Static, type TProperties, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Which requests it strikes. Without a limit it stays until it is cleared. */
const where = {
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    description: 'A host name; `*` stands for any run of characters.',
  }),
  path: Type.Optional(
    Type.String({
      pattern: '^[/*]',
      maxLength: 2_000,
      description:
        'A path with stars; one that has a `?` is compared with the query too. All paths unless told.',
    }),
  ),
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Lets this many matching requests pass first.' }),
  ),
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'Strikes this often, then is off.' })),
  chance: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1, description: 'Probability of each strike.' }),
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
  latency: fault('latency', 'Answers after a pause; joins with any other fault.', {
    ms: Type.Integer({ minimum: 1, maximum: 600_000 }),
  }),
  status: fault('status', 'Answers with this status and a page of plain text.', {
    status: Type.Integer({ minimum: 200, maximum: 599 }),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  }),
  truncate: fault('truncate', 'Promises the whole length, sends this share of it and hangs up.', { share }),
  'wrong-shape': fault('wrong-shape', 'Answers with valid JSON of another shape.', {}),
  html: fault('html', 'Answers with a page for people, status 200.', {}),
  lie: fault('lie', 'Answers with an error in JSON, status 200.', {}),
  empty: fault('empty', 'Empties every list of the answer.', {}),
  shrink: fault('shrink', 'Keeps only this share of every list of the answer.', { share }),
  drip: fault('drip', 'Sends this many bytes at a time.', {
    bytes: Type.Integer({ minimum: 1 }),
    everyMs: Type.Integer({ minimum: 1, maximum: 60_000 }),
  }),
  reset: fault('reset', 'Breaks the connection off, before the answer or in the middle of its body.', {
    when: Type.Unsafe<'before' | 'body'>({ type: 'string', enum: ['before', 'body'] }),
  }),
  hang: fault('hang', 'Takes the request and never answers.', {}),
}

export type FaultKind = keyof typeof faultKinds

export type Fault = { [Kind in FaultKind]: Static<(typeof faultKinds)[Kind]> }[FaultKind]

/** Reads a fault from outside. Throws `InvalidFault` with everything that is wrong with it. */
export function parseFault(value: unknown): Fault {
  const kind = kindOf(value)
  if (kind === undefined) throw new InvalidFault([`kind: is one of ${Object.keys(faultKinds).join(', ')}`])
  const schema = faultKinds[kind]
  if (Value.Check(schema, value)) return value
  throw new InvalidFault(Value.Errors(schema, value).map(problemOf))
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
  if (message === 'schema is false') return `${property}: is not known for this kind`
  return property === '' ? message : `${property}: ${message}`
}
