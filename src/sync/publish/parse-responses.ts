/** Parses the responses of an artifact and validates each against its source's schema. */

import type { TSchema } from 'typebox'
import { Failure, isFailure } from '../../core/errors.ts'
import { parseForeignJson } from '../../core/parse/parse-json.ts'
import { typeGuard } from '../../core/type-guard.ts'
import type { AnySource, ParsedResponse, UpstreamResponse } from '../source.ts'

/** Throws `upstream_changed` for the first body that is not JSON or does not match, and that the source cannot replace. */
export async function parseResponses(
  source: Pick<AnySource, 'id' | 'raw' | 'condense' | 'replaceUnread'>,
  responses: AsyncIterable<UpstreamResponse> | Iterable<UpstreamResponse>,
  /** Decides whether to go on without a response that cannot be read. Default: never. */
  mayDrop: (kind: string) => boolean = () => false,
): Promise<ParsedResponse[]> {
  const parsed: ParsedResponse[] = []
  const replaced = new Map<string, Failure>()
  for await (const response of responses) {
    const { kind, url, fetchedAt } = response
    try {
      const body = parseBody(source, response)
      parsed.push({ kind, url, fetchedAt, body: source.condense ? source.condense(kind, body) : body })
    } catch (error) {
      if (!isFailure(error, 'upstream_changed')) throw error
      const replacement = source.replaceUnread?.({ kind, url, fetchedAt }, error)
      if (replacement === undefined) {
        if (!mayDrop(kind)) throw error
      } else if (!replaced.has(kind)) {
        replaced.set(kind, error)
        parsed.push(replacement)
      }
    }
  }
  // If none can be read, the format has changed.
  for (const [kind, error] of replaced) if (!parsed.some((one) => one.kind === kind)) throw error
  return parsed
}

function parseBody(source: Pick<AnySource, 'id' | 'raw'>, { kind, body }: UpstreamResponse): unknown {
  const schema = source.raw[kind]
  if (!schema) throw new TypeError(`source ${source.id} yielded a response of the undeclared kind ${kind}`)
  const value = isTextSchema(schema) ? body.replaceAll('\0', '') : parseJson(kind, body)
  const isValid = typeGuard(schema)
  if (isValid(value)) return value
  const path = isValid
    .errors(value)[0]
    ?.instancePath.replaceAll(/[^\w/.-]/g, '?')
    .slice(0, 100)
  throw new Failure(
    'upstream_changed',
    `A response of kind ${kind} does not match its schema at ${path || '/'}.`,
  )
}

function isTextSchema(schema: TSchema): boolean {
  return 'type' in schema && schema.type === 'string'
}

function parseJson(kind: string, body: string): unknown {
  try {
    return parseForeignJson(stripNul(body))
  } catch (cause) {
    if (isFailure(cause)) throw cause
    throw new Failure('upstream_changed', `A response of kind ${kind} is not JSON.`, { cause })
  }
}

/** No database can store NUL in text. An escaped backslash before `u0000` is not NUL. */
function stripNul(json: string): string {
  return json.includes('\\u0000') ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1') : json
}
