/** Random requests to the operations of API documents: plausible ones, hostile ones, and everything between. */

import { type Random, random } from '../../sandbox/random.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema?: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

export interface ApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const hostile: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'NaN',
  '9'.repeat(400),
  '00000000000000000001',
  'a'.repeat(5000),
  'é'.repeat(700),
  '\0',
  'a\0b',
  '\r\nX-Injected: 1',
  '\u202e\u2066',
  '\ud83d\ude00'.repeat(50),
  "' or 1=1 --",
  '"); drop table job; --',
  '%',
  '%%%',
  '../../../etc/passwd',
  '{"a":[{}]}',
  '['.repeat(500),
  '(a+)+$',
  `${'a,'.repeat(400)}b`,
  `${'!a|'.repeat(300)}`,
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '2026-11-18T25:61:61Z',
  'true',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\u{10ffff}',
  '*',
  '"',
  '"a b" -c +d',
  '-',
  '\\',
  '$where',
  '{{7*7}}',
  '<script>alert(1)</script>',
]
/** As bytes that are no text. */
const rawValues: readonly string[] = [
  '%00',
  '%ED%A0%80',
  '%FF%FE',
  '%C0%AF',
  '%2',
  '%zz',
  '+',
  ';',
  '&&',
  '=',
]
const plausible: readonly string[] = [
  'London',
  'engineer',
  '10',
  '2',
  'NASDAQ:AAPL',
  '2026-11-20',
  'US',
  'acme',
]
const accepts: readonly string[] = [
  '*/*',
  'application/json',
  'text/html',
  'text/csv',
  'image/png',
  ';;q=',
  '',
]
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
/** A server that is asked to wait takes no other request meanwhile. */
const slow = /\/stream\b/

interface Target {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The same seed gives the same requests, but for the ids that responses had. */
export function createRequests(
  documents: readonly ApiDocument[],
  seed: string,
  /** Of things that exist. */
  ids: readonly string[],
): (turn: number) => RandomRequest {
  const targets = documents.flatMap(({ servers, paths }) =>
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, operation]): Target => ({
          method: method.toUpperCase(),
          path: `${(servers[0]?.url ?? '').replace(/\/$/, '')}${path}`,
          operation,
        }),
      ),
    ),
  )
  const allowed = targets.filter(({ path }) => !slow.test(path))
  return (turn) => toRequest(allowed, random(seed, turn), ids)
}

function toRequest(targets: readonly Target[], dice: Random, ids: readonly string[]): RandomRequest {
  const { method, path, operation } = dice.pick(targets)
  const parameters = operation.parameters ?? []
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (ids.length > 0 && dice.chance(0.6)) return encodeURIComponent(dice.pick(ids))
    const schema = parameters.find((parameter) => parameter.name === name)?.schema
    return encode(dice, textFor(dice, schema)) || 'x'
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && dice.chance(0.35))
    .flatMap(({ name, schema }) => {
      const pair = `${encodeURIComponent(name)}=${encode(dice, textFor(dice, schema))}`
      return dice.chance(0.03) ? [pair, pair] : [pair]
    })
  if (dice.chance(0.05)) query.push(`${encode(dice, dice.pick(hostile))}=1`)
  const content = operation.requestBody?.content['application/json']?.schema
  const body = content !== undefined || dice.chance(0.02) ? bodyOf(dice, content) : undefined
  return {
    method: dice.chance(0.95) ? method : dice.pick(methods),
    path: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    headers: headersOf(dice, body !== undefined),
    ...(body === undefined ? {} : { body }),
  }
}

function textFor(dice: Random, schema: Schema | undefined): string {
  if (dice.chance(0.3)) return dice.pick(hostile)
  const { anyOf, enum: choices, examples, minimum, maximum } = schema ?? {}
  if (anyOf !== undefined && anyOf.length > 0) return textFor(dice, dice.pick(anyOf))
  if (choices !== undefined && choices.length > 0) return String(dice.pick(choices))
  if (minimum !== undefined || maximum !== undefined) {
    const [low, high] = [minimum ?? 0, maximum ?? 1000]
    return String(dice.pick([low - 1, low, dice.int(low, high), high, high + 1]))
  }
  if (examples !== undefined && examples.length > 0 && dice.chance(0.6)) return String(dice.pick(examples))
  return dice.pick(plausible)
}

function encode(dice: Random, value: string): string {
  if (dice.chance(0.03)) return dice.pick(rawValues)
  return encodeURIComponent(value.toWellFormed())
}

function bodyOf(dice: Random, schema: Schema | undefined): Buffer {
  if (dice.chance(0.1))
    return Buffer.from(dice.pick(['', '{', 'null', '[]', '"x"', '{"a":', '\0', '\u{10ffff}']))
  if (dice.chance(0.03)) return Buffer.alloc(dice.int(1, 200_000), '[')
  const entries = Object.entries(schema?.properties ?? {})
    .filter(() => dice.chance(0.8))
    .map(([name, property]) => [name, bodyValueFor(dice, property)])
  if (dice.chance(0.1)) entries.push([dice.pick(hostile), 1])
  return Buffer.from(JSON.stringify(Object.fromEntries(entries)))
}

function bodyValueFor(dice: Random, schema: Schema): unknown {
  if (dice.chance(0.15)) return dice.pick([null, true, -1, 1e300, [], {}, [[[]]], dice.pick(hostile)])
  const text = textFor(dice, schema)
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  return isNumber && !Number.isNaN(Number(text)) ? Number(text) : text
}

function headersOf(dice: Random, hasBody: boolean): Record<string, string> {
  return {
    ...(dice.chance(0.3) ? { accept: dice.pick(accepts) } : {}),
    ...(dice.chance(0.2)
      ? { 'accept-encoding': dice.pick(['gzip', 'br', 'zstd', 'identity;q=0', '*;q=0']) }
      : {}),
    ...(dice.chance(0.1) ? { 'if-none-match': dice.pick(['*', '"x"', 'W/"', ',,,']) } : {}),
    ...(dice.chance(0.05)
      ? { authorization: dice.pick(['Bearer x', 'Bearer bs_live_x_y', 'Basic eDp5', 'x']) }
      : {}),
    ...(dice.chance(0.05)
      ? { 'x-forwarded-for': dice.pick(['1.2.3.4:5', '[::1]:9', 'x,,y', '::ffff:1.2.3.4']) }
      : {}),
    ...(dice.chance(0.05) ? { 'idempotency-key': dice.pick(['a', 'a'.repeat(300), ' ']) } : {}),
    ...(hasBody
      ? {
          'content-type': dice.chance(0.9)
            ? 'application/json'
            : dice.pick(['text/plain', 'application/x', '']),
        }
      : {}),
  }
}
