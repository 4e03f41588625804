/** Sends rows as a bare server would, with the headers of our sample and as many bytes as ours adds to the rows. */

import type { ServerResponse } from 'node:http'
import type { SampleResponse } from './sample-response.ts'

/** `sampleRows` is the text of the rows in the sample. */
export function surroundRows(
  { status, headers, body }: SampleResponse,
  sampleRows: string,
): (response: ServerResponse, rows: string) => void {
  if (sampleRows.length < 100 || sampleRows.length > body.length) throw new Error('these are not our rows')
  const added = body.subarray(sampleRows.length).toString('latin1')
  const lengthAt = headers.findIndex(
    (header, index) => index % 2 === 0 && header.toLowerCase() === 'content-length',
  )
  const others = headers.toSpliced(lengthAt, 2)
  return (response, rows) => {
    const text = rows + added
    response.writeHead(status, [...others, 'content-length', String(Buffer.byteLength(text))])
    response.end(text)
  }
}
