/** One key pipelines lists over many connections and reads none of them. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { noCoverage } from '../../support/cli-runner.ts'
import { createKey } from '../../support/server/create-key.ts'
import { rawRequest } from '../../support/server/raw-connection.ts'
import { residentMb, residentMbMax } from '../../support/server/resident-mb.ts'
import { firstSyncTimeoutMs, startSyncedServerProcess } from '../../support/server/server-process.ts'

const connections = 32
const pipelined = 480
/** What the server may take for them: it has a response of each connection, and a cache. */
const addedMbMax = 200

async function openUnread(port: number, key: string, first: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  const requests = Array.from({ length: pipelined }, (_, n) => {
    const place = `lat=51.${100_000 + first + n}&lon=-0.1&radius_miles=50`
    const path = `/cinema/v1/showtimes/search?${place}&limit=200&include=movie,prices`
    return rawRequest('GET', path, { 'x-api-key': key })
  })
  socket.write(requests.join(''))
  return socket
}

describe('lists that one key pipelines and does not read', { skip: process.platform !== 'linux' }, () => {
  it('take little memory, and others are answered meanwhile', { timeout: firstSyncTimeoutMs }, async () => {
    using served = await startSyncedServerProcess([], noCoverage)
    const { origin, server } = served
    const metricOf = (text: string, name: RegExp) =>
      Number(new RegExp(`^broadsheet_http_${name.source} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
    const listsWith = (text: string, status: number) =>
      metricOf(text, new RegExp(`requests_total\\{route="[^"]*showtimes/search",status="${status}"\\}`))
    const key = await createKey(origin, 'flooder@example.org')
    const mb = () => residentMb(server.child.pid ?? 0)
    const quietMb = mb()
    const sockets = await Promise.all(
      Array.from({ length: connections }, (_, at) =>
        openUnread(Number(new URL(origin).port), key, at * pipelined),
      ),
    )
    let made = 0
    for (let isGrowing = true; isGrowing; ) {
      for (const path of ['/healthz', '/cinema/v1/theaters/search?limit=20', '/notices/v1/notices']) {
        const answer = await fetch(origin + path)
        assert.equal(answer.status, 200, `${path}: ${await answer.text()}`)
      }
      assert.ok(mb() <= Math.min(quietMb + addedMbMax, residentMbMax), `${quietMb} MB, and then ${mb()} MB`)
      await setTimeout(500)
      const metrics = await (await fetch(`${origin}/metrics`)).text()
      assert.equal(listsWith(metrics, 503), 0, 'what is pipelined waits')
      const now = listsWith(metrics, 200)
      isGrowing = now !== made || metricOf(metrics, /unread_bytes/) === 0
      made = now
    }
    assert.ok(made < (connections * pipelined) / 4, `${made} lists were made`)
    for (const socket of sockets) socket.destroy()
  })
})
