/** Reads the answers of an artifact: parsed where they are JSON, and each checked against its source's schema. */

import type { TSchema } from 'typebox'
import { Failure } from '../../core/errors.ts'
import { shapeOf } from '../../core/type-guard.ts'
import type { Answer, AnySource, ParsedAnswer } from '../source.ts'

/** Throws `upstream_changed` for the first body that is not JSON or does not fit. */
export async function parseAnswers(
  source: Pick<AnySource, 'id' | 'raw' | 'condense'>,
  answers: AsyncIterable<Answer>,
): Promise<ParsedAnswer[]> {
  const parsed: ParsedAnswer[] = []
  for await (const answer of answers) {
    const body = parseBody(source, answer)
    parsed.push({ ...answer, body: source.condense ? source.condense(answer.kind, body) : body })
  }
  return parsed
}

function parseBody(source: Pick<AnySource, 'id' | 'raw'>, { kind, body }: Answer): unknown {
  const schema = source.raw[kind]
  if (!schema) throw new TypeError(`source ${source.id} yielded an answer of the undeclared kind ${kind}`)
  const value = isText(schema) ? body.replaceAll('\0', '') : parseJson(kind, body)
  const fits = shapeOf(schema)
  if (fits(value)) return value
  const where = fits
    .misfits(value)[0]
    ?.instancePath.replaceAll(/[^\w/.-]/g, '?')
    .slice(0, 100)
  throw new Failure('upstream_changed', `An answer of kind ${kind} does not fit at ${where || 'its top'}.`)
}

function isText(schema: TSchema): boolean {
  return 'type' in schema && schema.type === 'string'
}

function parseJson(kind: string, body: string): unknown {
  try {
    return JSON.parse(withoutNul(body))
  } catch (cause) {
    throw new Failure('upstream_changed', `An answer of kind ${kind} is not JSON.`, { cause })
  }
}

/** No database column can hold NUL in text, and no reader misses it. An escaped backslash before `u0000` is not NUL. */
function withoutNul(json: string): string {
  return json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1') : json
}
