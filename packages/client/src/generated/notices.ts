/** The notices service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { ListOperation, NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly request_id: string
  readonly generated_at: string
  readonly credits_charged: number
  readonly pagination?: Pagination
  /** True if the data is made up, because the server runs the sandbox profile. */
  readonly sandbox?: boolean
  /** Doubts about the list: `not_yet_collected` if it is empty because no sync has finished yet, `unknown_value` if it is empty because a filter has a value that does not exist. */
  readonly warnings?: readonly {
    readonly code: string
    readonly message: string
  }[]
}

export interface Pagination {
  readonly limit: number
  /** Cursor of the next page; null on the last page. */
  readonly next_cursor: string | null
}

export interface HealthResponse {
  readonly ok: boolean
  readonly service: string
  readonly generated_at: string
}

export interface ListNoticesParams {
  /** Name of a town, ignoring case. */
  readonly town?: string | undefined
  /** Only notices of this category. */
  readonly category?:
    | 'planning'
    | 'roads'
    | 'licensing'
    | 'elections'
    | 'meetings'
    | 'tenders'
    | 'other'
    | undefined
  /** Published after this date. */
  readonly published_after?: string | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
}

export interface GetNoticeParams {
  /** `id` of the notice. */
  readonly notice_id: string
}

export interface Notices {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** List notices Newest first. `GET /v1/notices` */
  readonly listNotices: ListOperation<
    ListNoticesParams,
    {
      /** Stable id. */
      readonly id: string
      readonly title: string
      readonly town: string
      /** Category; `other` if none matches. */
      readonly category: 'planning' | 'roads' | 'licensing' | 'elections' | 'meetings' | 'tenders' | 'other'
      /** Publication date. */
      readonly published_on: string
      /** Plain text. */
      readonly body: string
      /** The notice on the website of its source. */
      readonly url: string
      /** Time of the last correction. */
      readonly updated_at?: string
      /** Origin of the notice. */
      readonly source_lineage: {
        readonly source_id: string
        readonly member_id: string
        /** Time the upstream response was fetched. */
        readonly captured_at: string
        /** Id of the stored upstream response. */
        readonly artifact_id: string
      }
    },
    {
      readonly data: readonly {
        /** Stable id. */
        readonly id: string
        readonly title: string
        readonly town: string
        /** Category; `other` if none matches. */
        readonly category: 'planning' | 'roads' | 'licensing' | 'elections' | 'meetings' | 'tenders' | 'other'
        /** Publication date. */
        readonly published_on: string
        /** Plain text. */
        readonly body: string
        /** The notice on the website of its source. */
        readonly url: string
        /** Time of the last correction. */
        readonly updated_at?: string
        /** Origin of the notice. */
        readonly source_lineage: {
          readonly source_id: string
          readonly member_id: string
          /** Time the upstream response was fetched. */
          readonly captured_at: string
          /** Id of the stored upstream response. */
          readonly artifact_id: string
        }
      }[]
      readonly meta: Meta
    }
  >
  /** Get a notice `GET /v1/notices/{notice_id}` */
  readonly getNotice: Operation<
    GetNoticeParams,
    {
      readonly data: {
        /** Stable id. */
        readonly id: string
        readonly title: string
        readonly town: string
        /** Category; `other` if none matches. */
        readonly category: 'planning' | 'roads' | 'licensing' | 'elections' | 'meetings' | 'tenders' | 'other'
        /** Publication date. */
        readonly published_on: string
        /** Plain text. */
        readonly body: string
        /** The notice on the website of its source. */
        readonly url: string
        /** Time of the last correction. */
        readonly updated_at?: string
        /** Origin of the notice. */
        readonly source_lineage: {
          readonly source_id: string
          readonly member_id: string
          /** Time the upstream response was fetched. */
          readonly captured_at: string
          /** Id of the stored upstream response. */
          readonly artifact_id: string
        }
      }
      readonly meta: Meta
    }
  >
  /** List endpoints `GET /v1` */
  readonly getIndex: Operation<
    NoParams,
    {
      readonly data: {
        readonly name: string
        readonly version: string
        readonly routes: readonly {
          readonly method: string
          readonly path: string
          readonly summary: string
        }[]
      }
      readonly meta: Meta
    }
  >
  /** Get the OpenAPI document `GET /v1/openapi.json` */
  readonly getOpenApi: Operation<
    NoParams,
    {
      readonly [name: string]: unknown
    }
  >
}

export const noticesOperations: OperationTable<Notices> = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/healthz' },
  listNotices: {
    method: 'GET',
    path: '/v1/notices',
    query: ['town', 'category', 'published_after', 'limit', 'cursor'],
    paging: 'cursor',
  },
  getNotice: { method: 'GET', path: '/v1/notices/{notice_id}' },
  getIndex: { method: 'GET', path: '/v1' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
