/** The reference page of the market routes, generated from the products and contracts. */

import { catalogueContracts, contracts, getContract } from '../../src/services/market/gateway/contracts.ts'
import { products } from '../../src/services/market/products/index.ts'
import { socketMethods } from '../../src/services/market/socket-methods.ts'

interface Property {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly anyOf?: readonly Property[]
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

export function renderMarketReference(): string {
  return `${[
    '# Market routes and contracts',
    'Generated from the products and contracts of the service. See [market.md](market.md) for an overview.',
    '## Product routes',
    table(
      ['Route', 'Methods', 'Contract', 'Fresh', 'Stale after that'],
      products.map(({ path, methods, contract }) => {
        const { max_age_seconds, stale_while_revalidate_seconds } = getContract(contract).freshness
        return [
          code(path),
          methods.join(', '),
          code(contract),
          `${max_age_seconds} s`,
          `${stale_while_revalidate_seconds} s`,
        ]
      }),
    ),
    ...products.flatMap(({ path, summary, description, params, query, response }) => {
      const parameters = [...rowsOf(params, 'path'), ...rowsOf(query, 'query')]
      const fields = rowsOf('rows' in response ? response.rows : response.data, 'field')
      return [
        `### ${path}`,
        `${summary}. ${description}`,
        ...(parameters.length === 0 ? [] : [table(['Parameter', 'Type', 'Default', 'Meaning'], parameters)]),
        ...(fields.length === 0
          ? []
          : [table(['rows' in response ? 'Field of a row' : 'Field of `data`', 'Type', 'Meaning'], fields)]),
      ]
    }),
    '## Contracts',
    `\`/v1/raw/{endpointId}\` has all but ${contracts
      .filter((contract) => !catalogueContracts.includes(contract))
      .map(({ id }) => code(id))
      .join(', ')}. Parameters in braces are taken from the query.`,
    table(
      ['Contract', 'Family', 'Method', 'Cost', 'Path at the provider'],
      contracts.map(({ id, family, method, cost_class, path }) => [
        code(id),
        family,
        method,
        cost_class,
        code(path),
      ]),
    ),
    '## Socket methods of the provider',
    table(
      ['Method', 'Quality'],
      socketMethods.map(({ method_name, quality }) => [code(method_name), quality]),
    ),
  ].join('\n\n')}\n`
}

function rowsOf(schema: unknown, place: 'path' | 'query' | 'field'): string[][] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, property]) => [
    code(name),
    typeOf(property),
    ...(place === 'field' ? [] : [defaultOf(property, place === 'path' || required.includes(name))]),
    (property.description ?? '').replaceAll('|', '\\|'),
  ])
}

function typeOf(property: Property): string {
  const { type, enum: values, minimum, maximum, anyOf } = property
  if (anyOf?.[0]) return `${typeOf(anyOf[0])} or null`
  const kinds = [type ?? 'any'].flat()
  const isNullable = kinds.includes('null')
  const kind = values
    ? values
        .filter((value) => value !== null)
        .map((value) => code(String(value)))
        .join(', ')
    : kinds.filter((part) => part !== 'null').join(' or ')
  const bounds = minimum !== undefined && maximum !== undefined ? ` ${minimum}–${maximum}` : ''
  return `${kind}${bounds}${isNullable ? ' or null' : ''}`
}

function defaultOf(property: Property, isRequired: boolean): string {
  if (property.default !== undefined) return property.default === '' ? '' : code(String(property.default))
  return isRequired ? 'required' : ''
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
