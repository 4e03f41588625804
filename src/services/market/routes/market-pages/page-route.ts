/** What the routes of the pages share. */

import { Type } from 'typebox'
import { isFailure } from '../../../../core/errors.ts'
import { toCsv } from '../../../../core/text/csv.ts'
import { bodyReply, type Reply } from '../../../../http/reply.ts'
import type { AnyRoute, RequestContext } from '../../../../http/route.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Problem } from './layout.ts'
import type { PageReader, ReadRows } from './read-product.ts'

export const pageRoute = {
  method: 'GET',
  // For people: clients read the same as JSON.
  hidden: true,
  response: { body: Type.String(), type: 'text/html' },
  access: 'optional',
  cache: 'no-store',
  // There is nothing secret on these pages.
  compress: true,
} as const satisfies Partial<AnyRoute>

export const csvRoute = {
  ...pageRoute,
  response: { body: Type.String(), type: 'text/csv' },
  acceptsAny: true,
} as const satisfies Partial<AnyRoute>

export const formText = (description: string, maxLength = 200) =>
  Type.Optional(Type.String({ maxLength, description }))

type Context = Pick<RequestContext<never, never, never>, 'admission' | 'signal' | 'nowMs'>

export function toReader({ admission, signal, nowMs }: Context, gateway: Gateway): PageReader {
  return { gateway, nowMs, asker: { caller: admission.principal, signal } }
}

interface FoundOrProblem {
  readonly found: ReadRows | undefined
  readonly problem: Problem | undefined
}

/** A failure is a message on the page, beside the form in which to correct it. */
export async function readForPage(
  read: (reader: PageReader) => Promise<ReadRows>,
  context: Context & { readonly requestId: string },
  gateway: Gateway,
): Promise<FoundOrProblem> {
  try {
    return { found: await read(toReader(context, gateway)), problem: undefined }
  } catch (thrown) {
    if (!isFailure(thrown) || context.signal.aborted) throw thrown
    const { message, status } = thrown
    return { found: undefined, problem: { message, status, requestId: context.requestId } }
  }
}

export function csvReply(rows: readonly unknown[], columns: readonly string[], name: string): Reply {
  const text = toCsv(
    rows.map((row) => JSON.stringify(row)),
    columns,
  )
  return bodyReply('text/csv; charset=utf-8', text, {
    'content-disposition': `attachment; filename="${name}.csv"`,
  })
}
