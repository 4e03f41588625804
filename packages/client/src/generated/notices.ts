/** The notices service, as its API document has it; made by `npm run generate -w packages/client`, not by hand. */

import type { ListOperation, NoParams, Operation, OperationTable } from '../rest/operation.ts'

export interface Meta {
  readonly request_id: string
  readonly generated_at: string
  readonly credits_charged: number
  readonly pagination?: Pagination
  /** Number of rows that match, on all pages. Some lists count them only with `total=true`; null if nobody knows it. */
  readonly total?: number | null
  /** True if there are more rows than `total`: very long lists are not counted to their end. */
  readonly total_is_minimum?: boolean
  /** Position in the change log from which to follow this list (that of its first page), or to go on after these changes: send it as `after`. */
  readonly changes_after?: string
  /** Of changes: whether there may be more after `changes_after` already. */
  readonly has_more?: boolean
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

export interface NoticeChange {
  /** Counts the changes of the service, without gaps. */
  readonly number: number
  readonly type: 'notice.published' | 'notice.changed' | 'notice.removed'
  /** When the responses that show the change were fetched. */
  readonly detected_at: string
  /** False if the change made it leave the filter: remove it from a mirror of the filter. */
  readonly matches: boolean
  readonly notice_id: string
  readonly notice: {
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
  } | null
}

export interface Dump {
  /** The day of the dump, in UTC. */
  readonly date: string
  /** Path of `datapackage.json`, below the base path of the service; the files are beside it. */
  readonly manifest: string
  readonly package: DataPackage
}

export interface DataPackage {
  readonly $schema: string
  readonly name: string
  readonly title: string
  readonly description: string
  /** The day of the dump, in UTC. */
  readonly version: string
  /** All rows are of this moment. */
  readonly created: string
  /** As the operator states it. */
  readonly licenses?: readonly {
    readonly name: string
  }[]
  /** Collections of others that the data contains. */
  readonly sources?: readonly {
    readonly title: string
    readonly path: string
  }[]
  readonly resources: readonly {
    /** The list, such as `showtimes`. */
    readonly name: string
    /** The name of the file. */
    readonly path: string
    readonly format: string
    readonly mediatype: string
    readonly bytes: number
    /** `sha256:` and the checksum of the file. */
    readonly hash: string
    readonly rows: number
    /** Position in the change log: follow changes after it. */
    readonly changes_after?: string
    readonly schema: {
      readonly fields: readonly {
        readonly name: string
        /** A type of Table Schema. */
        readonly type: string
        readonly description?: string
      }[]
    }
  }[]
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
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** `meta.pagination.next_cursor` of the previous page; send it with the same filters. */
  readonly cursor?: string | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
}

export interface GetNoticeParams {
  /** `id` of the notice. */
  readonly notice_id: string
}

export interface FollowNoticeChangesParams {
  /** `meta.changes_after` of a response, or `now`. Without it, from the oldest change that is stored. */
  readonly after?: string | undefined
  /** Types of change, comma-separated: `notice.published`, `notice.changed`, `notice.removed`. */
  readonly type?: string | undefined
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
  /** Maximum number of rows to return. */
  readonly limit?: number | undefined
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface ListExportsParams {
  /** Only these fields of each row, separated by commas. */
  readonly fields?: string | undefined
  /** true: `meta.total` is the number of matching rows. */
  readonly total?: boolean | undefined
}

export interface Notices {
  /** Check liveness `GET /health` */
  readonly getHealth: Operation<NoParams, HealthResponse>
  /** Check readiness Succeeds while the database is reachable, the disk is not full and the server is not shutting down. `GET /healthz` */
  readonly getReadiness: Operation<NoParams, HealthResponse>
  /** List notices Newest first. The whole list is a file at the same path with `.ndjson`, `.csv`, `.parquet`. `GET /v1/notices` */
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
  /** Follow changes of notices Oldest first. To go on, send `meta.changes_after` of the response as `after`: also a page without rows has it, and it moves on past changes that do not match. Lists have it too: read a list, then follow from the `meta.changes_after` of its first page. With `Prefer: wait=20` the response waits for the next change, at most 25 seconds. A position that is too old is 410, with `details.oldest` and the list to begin again from. `GET /v1/changes` */
  readonly followNoticeChanges: Operation<
    FollowNoticeChangesParams,
    {
      readonly data: readonly NoticeChange[]
      readonly meta: Meta
    }
  >
  /** List dumps All lists of the service as Parquet files, written every night, newest first. The files of a dump are beside its manifest; parts of them can be requested with `Range`. To keep a copy current, load a dump and follow changes after `changes_after` of each file. `GET /v1/exports` */
  readonly listExports: Operation<
    ListExportsParams,
    {
      readonly data: readonly Dump[]
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
    query: ['town', 'category', 'published_after', 'total', 'limit', 'cursor', 'fields'],
    paging: 'cursor',
  },
  getNotice: { method: 'GET', path: '/v1/notices/{notice_id}' },
  followNoticeChanges: {
    method: 'GET',
    path: '/v1/changes',
    query: ['after', 'type', 'town', 'category', 'limit', 'fields', 'total'],
  },
  listExports: { method: 'GET', path: '/v1/exports', query: ['fields', 'total'] },
  getIndex: { method: 'GET', path: '/v1' },
  getOpenApi: { method: 'GET', path: '/v1/openapi.json' },
}
