/** The formats of exports. */

import { Failure } from '../../core/errors.ts'
import { representations } from '../request/media-types.ts'
import { withoutParameters } from '../request/negotiate.ts'

export const exportTypes = {
  ndjson: representations.ndjson,
  csv: representations.csv,
  parquet: 'application/vnd.apache.parquet',
} as const

export type ExportFormat = keyof typeof exportTypes

export const exportFormats = Object.keys(exportTypes) as ExportFormat[]

/** Throws `not_acceptable`. */
export function parseFormat(text: string): ExportFormat {
  const format = exportFormats.find((name) => name === text)
  if (format !== undefined) return format
  throw new Failure(
    'not_acceptable',
    `There is no such format. The formats are ${exportFormats.join(', ')}.`,
    {
      details: { formats: exportFormats, offered: Object.values(exportTypes).map(withoutParameters) },
    },
  )
}
