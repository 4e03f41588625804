/** The manifest of a dump: a Data Package 2.0 (`datapackage.json`) with the rows of each file and the position to follow changes from. */

import { type Static, type TSchema, Type } from 'typebox'
import { instant } from '../openapi/fields.ts'
import { propertiesOf } from '../request/validation/schema-defaults.ts'

const Field = Type.Object({
  name: Type.String(),
  type: Type.String({ description: 'A type of Table Schema.' }),
  description: Type.Optional(Type.String()),
})

const Resource = Type.Object({
  name: Type.String({ description: 'The list, such as `showtimes`.' }),
  path: Type.String({ description: 'The name of the file.' }),
  format: Type.String({ examples: ['parquet'] }),
  mediatype: Type.String(),
  bytes: Type.Integer(),
  hash: Type.String({ description: '`sha256:` and the checksum of the file.' }),
  rows: Type.Integer(),
  changes_after: Type.Optional(
    Type.String({ description: 'Position in the change log: follow changes after it.' }),
  ),
  schema: Type.Object({ fields: Type.Array(Field) }),
})
export type Resource = Static<typeof Resource>

export const DataPackage = Type.Object(
  {
    $schema: Type.String({ format: 'uri' }),
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    version: Type.String({ description: 'The day of the dump, in UTC.' }),
    created: instant({ description: 'All rows are of this moment.' }),
    licenses: Type.Optional(
      Type.Array(Type.Object({ name: Type.String() }), { description: 'As the operator states it.' }),
    ),
    sources: Type.Optional(
      Type.Array(Type.Object({ title: Type.String(), path: Type.String() }), {
        description: 'Collections of others that the data contains.',
      }),
    ),
    resources: Type.Array(Resource),
  },
  { $id: 'DataPackage' },
)
export type DataPackage = Static<typeof DataPackage>

export const manifestName = 'datapackage.json'
export const dataPackageProfile = 'https://datapackage.org/profiles/2.0/datapackage.json'

/** The fields of a list by their names and types in Table Schema. */
export function tableFields(row: TSchema, names: readonly string[]): Static<typeof Field>[] {
  const properties = propertiesOf(row)
  return names.map((name) => {
    const schema = (properties[name] ?? {}) as FieldSchema
    const { description } = schema
    return { name, type: tableType(schema), ...(description === undefined ? {} : { description }) }
  })
}

interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly anyOf?: readonly FieldSchema[]
}

const tableTypes: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object'])

function tableType({ type, format, anyOf }: FieldSchema): string {
  if (anyOf !== undefined) {
    const types = new Set(anyOf.filter((one) => one.type !== 'null').map(tableType))
    return types.size === 1 ? ([...types][0] ?? 'any') : 'any'
  }
  const types = [type ?? []].flat().filter((one) => one !== 'null')
  const [only = 'any'] = types
  if (types.length !== 1 || !tableTypes.has(only)) return 'any'
  if (only === 'string' && format === 'date-time') return 'datetime'
  return only === 'string' && format === 'date' ? 'date' : only
}
