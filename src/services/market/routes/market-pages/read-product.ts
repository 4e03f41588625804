/** Reads a product for a page: as values, with the defaults of its parameters. */

import { fillDefaults } from '../../../../http/request/validation/schema-defaults.ts'
import type { Asker, Gateway } from '../../gateway/gateway.ts'
import type { Page, Product } from '../../products/product.ts'

export interface PageReader {
  readonly gateway: Gateway
  readonly asker: Asker
  readonly nowMs: number
}

export type Row = Readonly<Record<string, unknown>>

export interface ReadRows {
  readonly rows: readonly Row[]
  /** Of a product that is no list. */
  readonly data: Row
  readonly columns: readonly string[]
  readonly page: Page | undefined
}

export async function readProduct(
  product: Product,
  { params = {}, query = {} }: { readonly params?: Row; readonly query?: Row },
  { gateway, asker, nowMs }: PageReader,
): Promise<ReadRows> {
  const stated = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const request = product.parseRequest({
    params: params as never,
    query: fillDefaults(stated, product.query) as never,
    body: undefined,
    nowMs,
  })
  const check = (json: unknown) => void product.toResult(json, request)
  const { entry } = await gateway.lookUp(product.toUpstreamRequest(request), asker, check)
  const { rows = [], data = {}, columns = [], page } = product.toResult(JSON.parse(entry.body), request)
  return { rows: rows as readonly Row[], data: data as Row, columns, page }
}
