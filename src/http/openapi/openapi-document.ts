/** The OpenAPI 3.1 document of a service, generated from its routes. */

import type { TObject, TSchema } from 'typebox'
import { propertiesOf, requiredProperties } from '../request/validation/schema-defaults.ts'
import type { AnyRoute } from '../route.ts'
import { Components, type Json } from './components.ts'
import { introduction } from './introduction.ts'
import { toResponses } from './responses.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly description: string
  /** Where the service is mounted, relative to the document's own origin. */
  readonly base: string
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

interface Examples {
  /** By operation id, for routes that bring none. */
  readonly responses?: Readonly<Record<string, unknown>>
  /** By the name of the path parameter, for those that bring none. */
  readonly ids?: Readonly<Record<string, string>>
}

export function openApiDocument(
  info: ApiInfo,
  routes: readonly AnyRoute[],
  meta: TSchema,
  { responses = {}, ids = {} }: Examples = {},
): Json {
  const components = new Components()
  components.add('Meta', meta)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    if (route.hidden) continue
    const path = toOpenApiPath(route.path)
    const example = route.example ?? responses[route.id]
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operation({ ...route, example }, components, ids),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: introduction(info.description, routes),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: info.base === '' ? '/' : info.base, description: 'This server.' },
      { url: `http://localhost:8000${info.base}`, description: 'A local server with default settings.' },
    ],
    tags: info.tags,
    security: [{}, ...anyKey],
    paths,
    components: { ...components, securitySchemes },
  }
}

/** A path with parameters as `{name}`. */
export function toOpenApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}') || '/'
}

const anyKey = [{ apiKey: [] }, { serviceKey: [] }, { bearer: [] }]

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key.' },
  serviceKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Key',
    description: 'Alternative header for an API key.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'A management token or an API key.' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating the key and body within 24 hours returns the first response; the work is done once.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function operation(route: AnyRoute, components: Components, ids: Readonly<Record<string, string>>): Json {
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(route.deprecation ? { deprecated: true } : {}),
    security: toSecurity(route),
    parameters: [
      ...toParameters(route.params, 'path', components, ids),
      ...toParameters(route.query, 'query', components),
      ...(route.idempotent ? [idempotencyKey] : []),
    ],
    ...(route.body ? { requestBody: requestBody(route.body, route.bodyOptional === true, components) } : {}),
    responses: toResponses(route, components),
  }
}

function requestBody(body: TSchema, isOptional: boolean, components: Components): Json {
  const { examples: [example] = [] } = body as { examples?: unknown[] }
  const content = { schema: components.reference(body), ...(example === undefined ? {} : { example }) }
  return { required: !isOptional, content: { 'application/json': content } }
}

/** Probes may send any credential; a sign-in code is requested without one. */
function toSecurity({ access, method }: AnyRoute): Json[] {
  if (access === 'none' && method !== 'GET') return []
  if (access === 'none' || access === 'optional') return [{}, ...anyKey]
  return access === 'token' ? [{ bearer: [] }] : anyKey
}

function toParameters(
  schema: TObject | undefined,
  location: 'path' | 'query',
  components: Components,
  ids: Readonly<Record<string, string>> = {},
): Json[] {
  if (!schema) return []
  const required = requiredProperties(schema)
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const { description, examples, ...rest } = property as Json & { examples?: unknown[] }
    const isRequired = location === 'path' || required.includes(name)
    return {
      name,
      in: location,
      required: isRequired,
      ...(description ? { description } : {}),
      // A named schema keeps its description for every reference.
      schema: components.reference(('$id' in rest ? property : rest) as TSchema),
      ...toExample(examples?.[0] ?? ids[name], rest, isRequired),
    }
  })
}

/**
 * The form at `/docs` sends every example, the first value of an enumeration included. Those of optional parameters exclude each
 * other, so it starts without them, but for one whose default is empty: without a value there is nothing to look for.
 */
function toExample(example: unknown, schema: Json, isRequired: boolean): Json {
  if (isRequired || schema.default === '') return example === undefined ? {} : { example }
  const value = example ?? schema.default ?? (schema.enum as unknown[] | undefined)?.[0]
  return value === undefined ? {} : { examples: { example: { value, 'x-disabled': true } } }
}
