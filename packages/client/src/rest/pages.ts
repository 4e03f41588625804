/** Iterates over the pages of a list, by cursor, offset or page number. */

import { UnexpectedResponseError } from '../errors.ts'
import type { Params } from './build-request.ts'
import type { OperationInfo } from './operation.ts'

type Paging = NonNullable<OperationInfo['paging']>

interface Page {
  readonly data: readonly unknown[]
  readonly pagination?: { readonly next_offset?: number | null }
  readonly meta?: {
    readonly pagination?: { readonly next_cursor?: string | null }
    readonly page?: { readonly next_offset?: number | null; readonly next_page?: number | null }
  }
}

export async function* iteratePages(
  paging: Paging,
  params: Params,
  ask: (params: Params) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  let pageParams = params
  const seen = new Set<unknown>([params[paging]])
  for (;;) {
    const page = assertPage(await ask(pageParams))
    yield page
    const next = nextPageToken(paging, page)
    if (next === undefined) return
    if (seen.has(next)) throw new UnexpectedResponseError(`the next ${paging} is one from before`, 200)
    seen.add(next)
    pageParams = { ...pageParams, [paging]: next }
  }
}

export async function* iterateRows(pages: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages) yield* assertPage(page).data
}

function nextPageToken(paging: Paging, { pagination, meta }: Page): string | number | undefined {
  if (paging === 'cursor') return meta?.pagination?.next_cursor ?? undefined
  if (paging === 'page') return meta?.page?.next_page ?? undefined
  return pagination?.next_offset ?? meta?.page?.next_offset ?? undefined
}

function assertPage(body: unknown): Page {
  if (typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data))
    return body as Page
  throw new UnexpectedResponseError('a page of a list without rows', 200)
}
