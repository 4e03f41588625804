/** The API document of a service, OpenAPI 3.1, made from the routes themselves. */

import type { TObject, TSchema } from 'typebox'
import { type ErrorCode, errorKinds } from '../core/errors.ts'
import type { AnyRoute } from './route.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  /** Where the service is mounted, relative to the document's own origin. */
  readonly base: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

type Json = Record<string, unknown>

/** What any route can refuse with. */
const always: readonly ErrorCode[] = ['invalid_request', 'not_acceptable', 'overloaded', 'internal']

export function openApiDocument(info: ApiInfo, routes: readonly AnyRoute[], meta: TSchema): Json {
  const components = new Components()
  components.add('Meta', meta)
  components.add('ErrorEnvelope', errorEnvelope)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    if (route.hidden) continue
    const path = route.path.replace(/:(\w+)/g, '{$1}') || '/'
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: info.base === '' ? '/' : info.base, description: 'This server.' }],
    tags: info.tags,
    security: [{}, { apiKey: [] }, { serviceKey: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: components.schemas,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key.' },
        serviceKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Service-Key',
          description: 'An API key, under its other header name.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'A management token or an API key.' },
      },
    },
  }
}

function operation(route: AnyRoute, components: Components): Json {
  const errors = [
    ...always,
    ...(route.params ? (['not_found'] as const) : []),
    ...(route.errors ?? []),
    ...(route.body ? (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const) : []),
  ]
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: securityOf(route),
    parameters: [
      ...parametersOf(route.params, 'path', components),
      ...parametersOf(route.query, 'query', components),
    ],
    ...(route.body
      ? {
          requestBody: {
            required: !route.bodyOptional,
            content: { 'application/json': { schema: components.refer(route.body) } },
          },
        }
      : {}),
    responses: { [String(route.success ?? 200)]: success(route, components), ...failures(errors) },
  }
}

function success(route: AnyRoute, components: Components): Json {
  const example = route.example === undefined ? {} : { example: route.example }
  const { answer } = route
  if ('whole' in answer) {
    return {
      description: route.summary,
      content: {
        [(answer.type ?? 'application/json').split(';', 1)[0] ?? '']: {
          schema: components.refer(answer.whole),
          ...example,
        },
      },
    }
  }
  const beside = Object.fromEntries(
    Object.entries(route.beside ?? {}).map(([name, schema]) => [name, components.refer(schema)]),
  )
  const data =
    'rows' in answer ? { type: 'array', items: components.refer(answer.rows) } : components.refer(answer.data)
  const envelope = {
    type: 'object',
    required: ['data', ...Object.keys(beside), 'meta'],
    properties: { data, ...beside, meta: { $ref: '#/components/schemas/Meta' } },
  }
  const content: Json = { 'application/json': { schema: envelope, ...example } }
  if ('rows' in answer) {
    content['application/x-ndjson'] = { schema: { type: 'string', description: 'One row per line.' } }
    content['text/csv'] = { schema: { type: 'string', description: 'One row per line after a header line.' } }
  }
  return { description: route.summary, content }
}

/** Several codes may share a status; each is named. */
function failures(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) {
    const { status } = errorKinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const out: Record<string, Json> = {}
  for (const [status, named] of byStatus) {
    out[String(status)] = {
      description: named.map((code) => `\`${code}\`: ${errorKinds[code].meaning}`).join(' '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
    }
  }
  return out
}

function securityOf(route: AnyRoute): Json[] {
  const keys = [{ apiKey: [] }, { serviceKey: [] }, { bearer: [] }]
  if (route.access === 'none') return []
  if (route.access === 'optional') return [{}, ...keys]
  return route.access === 'token' ? [{ bearer: [] }] : keys
}

function parametersOf(schema: TObject | undefined, place: 'path' | 'query', components: Components): Json[] {
  if (!schema) return []
  const { properties, required = [] } = schema as unknown as {
    properties: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...rest } = property as Json & { examples?: unknown[] }
    const isRequired = place === 'path' || (required.includes(name) && property.default === undefined)
    return {
      name,
      in: place,
      required: isRequired,
      ...(description ? { description } : {}),
      schema: components.refer(rest as TSchema),
      ...(examples?.[0] === undefined ? {} : { example: examples[0] }),
    }
  })
}

/** Named schemas (`$id`) are written once and referred to. */
class Components {
  readonly schemas: Record<string, unknown> = {}

  add(name: string, schema: TSchema): void {
    if (name in this.schemas) return
    this.schemas[name] = {}
    const { $id: _, ...rest } = schema as Json
    this.schemas[name] = this.#walk(rest)
  }

  refer(schema: TSchema): unknown {
    return this.#walk(schema as Json)
  }

  #walk(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#walk(item))
    if (typeof value !== 'object' || value === null) return value
    const { $id } = value as { $id?: string }
    if (typeof $id === 'string') {
      this.add($id, value as TSchema)
      return { $ref: `#/components/schemas/${$id}` }
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#walk(member)]))
  }
}

const errorEnvelope = {
  type: 'object',
  required: ['error', 'meta'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: {
          type: 'string',
          enum: Object.keys(errorKinds),
          description: 'One of a closed list; see the error reference.',
        },
        message: { type: 'string' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'The offending parameter and what would be right.',
        },
      },
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
} as unknown as TSchema
