/** Reads the answers of an artifact: parsed where they are JSON, and each checked against its source's schema. */

import type { TSchema } from 'typebox'
import { Failure } from '../../core/errors.ts'
import { typeGuard } from '../../core/type-guard.ts'
import type { AnySource, ParsedResponse, UpstreamResponse } from '../source.ts'

/** Throws `upstream_changed` for the first body that is not JSON or does not fit. */
export async function parseResponses(
  source: Pick<AnySource, 'id' | 'raw' | 'condense'>,
  responses: AsyncIterable<UpstreamResponse>,
): Promise<ParsedResponse[]> {
  const parsed: ParsedResponse[] = []
  for await (const response of responses) {
    const body = parseBody(source, response)
    parsed.push({ ...response, body: source.condense ? source.condense(response.kind, body) : body })
  }
  return parsed
}

function parseBody(source: Pick<AnySource, 'id' | 'raw'>, { kind, body }: UpstreamResponse): unknown {
  const schema = source.raw[kind]
  if (!schema) throw new TypeError(`source ${source.id} yielded an answer of the undeclared kind ${kind}`)
  const value = isTextSchema(schema) ? body.replaceAll('\0', '') : parseJson(kind, body)
  const fits = typeGuard(schema)
  if (fits(value)) return value
  const where = fits
    .errors(value)[0]
    ?.instancePath.replaceAll(/[^\w/.-]/g, '?')
    .slice(0, 100)
  throw new Failure('upstream_changed', `An answer of kind ${kind} does not fit at ${where || 'its top'}.`)
}

function isTextSchema(schema: TSchema): boolean {
  return 'type' in schema && schema.type === 'string'
}

function parseJson(kind: string, body: string): unknown {
  try {
    return JSON.parse(stripNul(body))
  } catch (cause) {
    throw new Failure('upstream_changed', `An answer of kind ${kind} is not JSON.`, { cause })
  }
}

/** No database column can hold NUL in text, and no reader misses it. An escaped backslash before `u0000` is not NUL. */
function stripNul(json: string): string {
  return json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1') : json
}
