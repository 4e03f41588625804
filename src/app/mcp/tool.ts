/** What a tool is, and how its input follows from the parameters of the routes that it calls. */

import { type TObject, type TSchema, Type } from 'typebox'
import { Failure } from '../../core/errors.ts'
import { cursor, limit, oneOf, withDefault } from '../../http/openapi/fields.ts'
import { hasControlCharacter, quote } from '../../http/request/query-string.ts'
import { requiredProperties } from '../../http/request/validation/schema-defaults.ts'
import { createParameterParser } from '../../http/request/validation/validate.ts'
import type { AnyContext, Json, RouteAnswer, RouteCaller, Texts } from '../route-caller.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  /** What it does, when to use it and when not, with an example; at most 600 characters. */
  readonly about: string
  /** Whose sources fill what it reads; none if `service` is an argument, or if providers are asked instead. */
  readonly service?: 'cinema' | 'jobs' | 'trust'
  /** The operations that it needs: without one of them there is no such tool. */
  readonly operations: readonly string[]
  /** One of them is enough. */
  readonly needsOneOperation?: boolean
  /** Its parameters, beside `limit`, `cursor` and `detail`. */
  input(routes: RouteCaller): Readonly<Record<string, TSchema>>
  /** Default of `limit`. None for a tool whose result is no list. */
  readonly rows?: number
  /** The result has no further parts, so there is no `cursor`. */
  readonly isWhole?: boolean
  /** What `cursor` is, if not only a part of an earlier result. */
  readonly aboutCursor?: string
  run(args: Texts, call: Call, nowMs: number): Promise<ToolAnswer>
}

export type Call = (operation: string, texts: Texts) => Promise<RouteAnswer>

/** One row of a result: as a line for people and models, and as members for programs. */
export interface ToolRow {
  readonly line: string
  readonly item: Json
}

export interface ToolAnswer {
  /** Lines before the rows. */
  readonly head?: readonly string[]
  /** Members beside the rows. */
  readonly facts?: Json
  readonly rows?: readonly ToolRow[]
  /** A long text of a third party, from `cursor` on. */
  readonly text?: string
  readonly next?: string | undefined
  /** Nothing is at `next` yet. */
  readonly comesLater?: boolean
  readonly warnings?: readonly string[]
}

const rowsMax = 100
const detail = withDefault(
  oneOf(['concise', 'full'], { description: 'full: 32 kB instead of 8.' }),
  'concise',
)

/** The parameters of an operation by name, with the schema that the route has and a shorter description. */
export function pick(
  routes: RouteCaller,
  operation: string,
  descriptions: Readonly<Record<string, string>>,
): Record<string, TSchema> {
  const known = routes.parameters(operation)
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => {
      const parameter = known[name]
      if (parameter === undefined) throw new TypeError(`${operation} has no parameter ${name}`)
      const schema = { ...parameter.schema, description }
      return [name, parameter.isRequired ? schema : Type.Optional(schema)]
    }),
  )
}

export function inputSchema(tool: Tool, routes: RouteCaller): TObject {
  const paging =
    tool.rows === undefined ? {} : { limit: { ...limit(rowsMax, tool.rows), description: 'Rows at most.' } }
  const { isWhole, aboutCursor: description = 'next_cursor of the last result.' } = tool
  const next = isWhole ? {} : { cursor: Type.Optional({ ...cursor(), description }) }
  return Type.Object({ ...tool.input(routes), ...paging, ...next, detail })
}

const unshown: readonly string[] = [
  ...['$id', 'anyOf', 'examples', 'format'],
  ...['maxLength', 'minimum', 'minLength', 'pattern'],
]

/** The schema as `tools/list` shows it: without what is long or repeated in the description. Every value is checked when the tool is called. */
export function describeSchema(schema: TObject): Json {
  const { properties } = schema
  const shown = Object.entries(properties).map(([name, property]) => {
    const shownOfIt = Object.entries(property).filter(
      ([key]) => !key.startsWith('x-') && !unshown.includes(key),
    )
    return [name, Object.fromEntries(shownOfIt)]
  })
  const required = requiredProperties(schema)
  return {
    type: 'object',
    properties: Object.fromEntries(shown),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** The arguments as texts, as in a query, with defaults. Throws `invalid_request`. */
export function createArgumentParser(schema: TObject): (args: unknown) => Texts {
  const parse = createParameterParser(schema, 'query')
  return (args) => {
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      throw new Failure('invalid_request', 'The arguments must be an object.')
    const texts: Record<string, string> = Object.create(null)
    for (const [name, value] of Object.entries(args)) {
      // Some models send null for what they leave out.
      if (value !== null && value !== undefined) texts[name] = toText(name, value)
    }
    const values = parse(texts)
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  }
}

function toText(name: string, value: unknown): string {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  const text = isScalar ? String(value) : ''
  if (!isScalar || !text.isWellFormed() || hasControlCharacter(text))
    throw new Failure(
      'invalid_request',
      `The parameter ${quote(name)} must be text, a number, true or false; several values are one text.`,
      { details: { parameter: name.slice(0, 64) } },
    )
  return text
}

/** For one request, in which a tool may run twice: what was read is not read again. */
export function toCall(routes: Pick<RouteCaller, 'call'>, context: AnyContext): Call {
  const calls = new Map<string, { readonly limit: string | undefined; readonly answer: RouteAnswer }>()
  return async (operation, texts) => {
    const { limit, ...others } = texts
    const key = JSON.stringify([operation, others])
    const earlier = calls.get(key)
    const known = earlier?.limit === limit ? earlier?.answer : earlier && firstRows(earlier.answer, texts)
    if (known !== undefined) return known
    const answer = await routes.call(operation, texts, context)
    calls.set(key, { limit, answer })
    return answer
  }
}

/** Of a list with an offset. Elsewhere only the route knows the cursor after a row. */
function firstRows(answer: RouteAnswer, { offset = '0', limit }: Texts): RouteAnswer | undefined {
  const start = Number(offset)
  const count = Number(limit)
  const isOffset = answer.next === String(start + answer.rows.length)
  if (!isOffset || !(count < answer.rows.length)) return undefined
  return { ...answer, rows: answer.rows.slice(0, count), next: String(start + count) }
}

/** For lists that have an offset, which is the cursor of a tool. */
export function toOffset(cursor: string | undefined): Texts {
  return cursor === undefined ? {} : { offset: cursor }
}

/** The arguments of these names, if they were sent. */
export function only(args: Texts, ...names: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(args).filter(([name]) => names.includes(name)))
}
