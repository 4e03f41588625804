/** A job board of the requested size in one response, generated while it is sent. Argument: megabytes. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { cpuMicros, serveRunner } from '../serve-runner.ts'

const bytesWanted = Number(process.argv[2]) * 1024 * 1024

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  pipeline(list, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  serveRunner({ origin }, cpuMicros, () => {
    server.close()
    server.closeAllConnections()
  })
})

function* list(): Generator<string> {
  let bytes = 0
  let id = 0
  yield '{"jobs":['
  for (; bytes < bytesWanted; ) {
    id += 1
    const text = `${id > 1 ? ',' : ''}${row(id)}`
    bytes += text.length
    yield text
  }
  yield `],"meta":{"total":${id}}}`
}

/** Five kilobytes, as postings with their body are. */
function row(id: number): string {
  return JSON.stringify({
    id,
    internal_job_id: id,
    title: `Welder ${id}`,
    absolute_url: `https://job-boards.greenhouse.io/large/jobs/${id}`,
    first_published: '2026-11-01T09:00:00-04:00',
    location: { name: id % 2 === 0 ? 'Toledo, OH' : 'Berlin, Germany' },
    departments: [{ id: 1, name: `Department ${id % 60}` }],
    content: `${id} ${'&lt;p&gt;We build &amp;amp; repair.&lt;/p&gt; '.repeat(120)}`,
  })
}
