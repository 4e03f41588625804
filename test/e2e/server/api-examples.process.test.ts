/** What the API documents of all services promise to show: an example for every operation, a description for every parameter. */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name: string
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Schema; example?: unknown }>> }>
  >
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** The schema and those it consists of or refers to. */
function partsOf(schema: Schema, document: ApiDocument): Schema[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const named = $ref === undefined ? undefined : document.components.schemas[$ref.split('/').at(-1) ?? '']
  const inner = [...(named === undefined ? [] : [named]), ...allOf, ...anyOf, ...oneOf]
  return [schema, ...inner.flatMap((part) => partsOf(part, document))]
}

/** The paths of fields that the schema does not have. Objects without declared fields may have any. */
function unknownFields(
  value: unknown,
  schemas: readonly Schema[],
  document: ApiDocument,
  path = '',
): string[] {
  const parts = schemas.flatMap((schema) => partsOf(schema, document))
  if (Array.isArray(value)) {
    const items = parts.flatMap(({ items }) => items ?? [])
    return items.length === 0
      ? []
      : value.flatMap((item) => unknownFields(item, items, document, `${path}[]`))
  }
  if (typeof value !== 'object' || value === null) return []
  const declared = parts.filter(({ properties }) => properties !== undefined)
  const isOpen = parts.some(
    ({ additionalProperties }) => additionalProperties !== undefined && additionalProperties !== false,
  )
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = declared.flatMap(({ properties }) => properties?.[name] ?? [])
    if (known.length > 0) return unknownFields(inner, known, document, `${path}.${name}`)
    return declared.length === 0 || isOpen ? [] : [`${path}.${name}`]
  })
}

describe('the API documents', () => {
  const documents = new Map<string, ApiDocument>()
  const operations: { readonly service: string; readonly operation: Operation }[] = []
  before(async () => {
    using served: ServerProcess = await startServerProcess([], { SYNC_ENABLED: 'false' })
    for (const service of ['cinema', 'market', 'data', 'notices']) {
      const document = (await (
        await fetch(`${served.origin}/${service}/v1/openapi.json`)
      ).json()) as ApiDocument
      documents.set(service, document)
      for (const path of Object.values(document.paths)) {
        for (const operation of Object.values(path)) operations.push({ service, operation })
      }
    }
  })

  it('have an example of every success, valid against its schema and without other fields', () => {
    const problems: string[] = []
    for (const [service, document] of documents) {
      const ajv = new Ajv2020({ strict: false, validateFormats: true })
      addFormats.default(ajv)
      ajv.addSchema({ ...document, $id: 'document' } as object)
      for (const { operation } of operations.filter((entry) => entry.service === service)) {
        for (const [status, { content = {} }] of Object.entries(operation.responses)) {
          const json = content['application/json'] ?? content['text/event-stream']
          if (!status.startsWith('2') || json === undefined) continue
          const name = `${service}.${operation.operationId}`
          if (json.example === undefined) {
            problems.push(`${name} has no example`)
            continue
          }
          const schema = JSON.parse(
            JSON.stringify(json.schema).replaceAll('"#/components/', '"document#/components/'),
          )
          const isValid = ajv.compile(schema)
          if (!isValid(json.example)) problems.push(`${name}: ${ajv.errorsText(isValid.errors)}`)
          for (const path of new Set(unknownFields(json.example, [json.schema], document)))
            problems.push(`${name}: the schema has no ${path}`)
        }
      }
    }
    assert.deepEqual(problems, [], 'run `node scripts/api-examples.ts && npm run format`')
    assert.ok(operations.length > 100, String(operations.length))
  })

  it('describe every parameter', () => {
    const missing = operations.flatMap(({ service, operation }) =>
      operation.parameters
        .filter(({ description, schema }) => {
          const named = documents.get(service)?.components.schemas[schema.$ref?.split('/').at(-1) ?? '']
          return (description ?? schema.description ?? named?.description ?? '') === ''
        })
        .map(({ name }) => `${service}.${operation.operationId}: ${name}`),
    )
    assert.deepEqual(missing, [])
  })
})
