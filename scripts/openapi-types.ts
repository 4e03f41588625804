/** Turns an API document into TypeScript: its resources as interfaces, its operations as typed methods and a table. */

type Schema = Readonly<Record<string, unknown>>

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters: readonly Parameter[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** One operation with what its place in the document says. */
export interface RoutedOperation extends Operation {
  readonly method: string
  readonly path: string
}

/** All but streams, for which the client has classes of its own. */
export function operationsOf({ paths }: ApiDocument): RoutedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isStream(operation))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

function isStream({ responses }: Operation): boolean {
  return responses['200']?.content?.['text/event-stream'] !== undefined
}

/** The JSON schema of an operation's success. */
export function successSchema({ operationId, responses }: Operation): Schema {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const json = success?.content?.['application/json']
  if (!json) throw new Error(`${operationId} has no answer in JSON`)
  return json.schema
}

export function renderService(service: string, document: ApiDocument, command: string): string {
  const operations = operationsOf(document)
  const lists = operations.some((operation) => pagingOf(operation) !== undefined)
  const kinds = [...(lists ? ['ListOperation'] : []), 'NoParams', 'Operation', 'OperationTable']
  return [
    `/** The ${service} service, as its API document has it; made by \`${command}\`, not by hand. */`,
    `import type { ${kinds.join(', ')} } from '../rest/operation.ts'`,
    ...Object.entries(withoutErrors(document.components.schemas)).map(renderNamed),
    ...operations.map(renderParams).filter((text) => text !== ''),
    renderMethods(service, operations),
    renderTable(service, operations),
  ].join('\n\n')
}

/** Refusals become classes of the client and are the same everywhere. */
function withoutErrors(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const { ErrorEnvelope: _, Problem: __, ...others } = schemas
  return others
}

function renderNamed([name, schema]: [string, Schema]): string {
  const text = typeOf(schema)
  const comment = commentOf(schema.description)
  return schema.type === 'object' && text.startsWith('{')
    ? `${comment}export interface ${name} ${text}`
    : `${comment}export type ${name} = ${text}`
}

function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, type } = schema
  if (typeof $ref === 'string') return $ref.replace(/^.*\//, '')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)))
  // If the parent has a type, its alternatives need not repeat it.
  if (Array.isArray(anyOf))
    return union(anyOf.map((way) => typeOf(type === undefined ? way : { type, ...way })))
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `readonly (${typeOf((schema.items ?? {}) as Schema)})[]`
    case 'object':
      return objectOf(schema)
    case undefined:
      if (Object.keys(schema).every((name) => annotationKeywords.has(name))) return 'unknown'
  }
  throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`)
}

/** What a schema may say without narrowing anything. */
const annotationKeywords = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated'])

function objectOf(schema: Schema): string {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema as ObjectSchema
  const values = Object.values(patternProperties ?? {})
  const rest =
    typeof additionalProperties === 'object'
      ? typeOf(additionalProperties)
      : values.length > 0
        ? union(values.map(typeOf))
        : additionalProperties === true
          ? 'unknown'
          : undefined
  const members = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${commentOf(property.description)}readonly ${keyOf(name)}${mark}: ${typeOf(property)}`
  })
  if (rest !== undefined) members.push(`readonly [name: string]: ${members.length > 0 ? 'unknown' : rest}`)
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('\n')}\n}`
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

/** What a caller hands in: path, query and body in one object. */
function renderParams(operation: RoutedOperation): string {
  const members = operation.parameters.map(({ name, required, description, schema }) => {
    const isKey = name === 'Idempotency-Key'
    const about = isKey ? `${description ?? ''} Made up unless told.` : description
    const type = required ? typeOf(schema) : `${typeOf(schema)} | undefined`
    return `${commentOf(about)}readonly ${isKey ? 'idempotency_key' : keyOf(name)}${required ? '' : '?'}: ${type}`
  })
  const { requestBody } = operation
  if (requestBody) {
    const type = typeOf(requestBody.content['application/json']?.schema ?? {})
    members.push(requestBody.required ? `readonly body: ${type}` : `readonly body?: ${type} | undefined`)
  }
  return members.length === 0 ? '' : `export interface ${paramsName(operation)} {\n${members.join('\n')}\n}`
}

function renderMethods(service: string, operations: readonly RoutedOperation[]): string {
  const methods = operations.map((operation) => {
    const params = hasParams(operation) ? paramsName(operation) : 'NoParams'
    const answer = successSchema(operation)
    const about = [operation.summary, operation.description].filter(Boolean).join(' ')
    const row = pagingOf(operation) === undefined ? undefined : rowOf(answer)
    const type =
      row === undefined
        ? `Operation<${params}, ${typeOf(answer)}>`
        : `ListOperation<${params}, ${typeOf(row)}, ${typeOf(answer)}>`
    return `${commentOf(`${about} \`${operation.method} ${operation.path}\``)}readonly ${operation.operationId}: ${type}`
  })
  return `export interface ${capitalize(service)} {\n${methods.join('\n')}\n}`
}

function renderTable(service: string, operations: readonly RoutedOperation[]): string {
  const rows = operations.map((operation) => {
    const query = operation.parameters.filter((parameter) => parameter.in === 'query')
    const facts = {
      method: operation.method,
      path: operation.path,
      ...(query.length > 0 ? { query: query.map(({ name }) => name) } : {}),
      ...(takesIdempotencyKey(operation) ? { keyed: true } : {}),
      ...(takesTokenOnly(operation) ? { takes: 'token' } : {}),
      ...(pagingOf(operation) ? { paging: pagingOf(operation) } : {}),
      ...(typeOf(successSchema(operation)) === 'unknown' ? { anyBody: true } : {}),
    }
    return `${operation.operationId}: ${JSON.stringify(facts)},`
  })
  return `export const ${service}Operations: OperationTable<${capitalize(service)}> = {\n${rows.join('\n')}\n}`
}

/** How one gets from one page to the next, where there is more than one. */
export function pagingOf(operation: RoutedOperation): 'cursor' | 'offset' | 'page' | undefined {
  if (operation.method !== 'GET' || rowOf(successSchema(operation)) === undefined) return undefined
  const names = new Set(operation.parameters.map(({ name }) => name))
  return (['cursor', 'offset', 'page'] as const).find((name) => names.has(name))
}

function rowOf(answer: Schema): Schema | undefined {
  const { data } = (answer as ObjectSchema).properties ?? {}
  return data?.type === 'array' ? (data.items as Schema) : undefined
}

function takesIdempotencyKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key')
}

function takesTokenOnly({ security = [] }: Operation): boolean {
  return security.length > 0 && security.every((way) => 'bearer' in way)
}

function hasParams({ parameters, requestBody }: Operation): boolean {
  return parameters.length > 0 || requestBody !== undefined
}

function paramsName({ operationId }: Operation): string {
  return `${capitalize(operationId)}Params`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function keyOf(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)
}

function commentOf(text: unknown): string {
  return typeof text === 'string' && text !== '' ? `/** ${text.trim().replaceAll('*/', '*\\/')} */\n` : ''
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
