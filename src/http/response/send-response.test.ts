import assert from 'node:assert/strict'
import { fstatSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { newFolder } from '../../../test/support/shared-folder.ts'
import { readsFile } from '../reply.ts'
import { fixedBody } from './render.ts'
import { createEntry } from './response-entry.ts'
import { sendFilePart } from './send-response.ts'

const delivery = {
  method: 'GET',
  requestId: 'rq_1',
  nowMs: 0,
  isPrivate: false,
  rateLimit: undefined,
  ifNoneMatch: undefined,
  coding: 'identity',
  routeHeaders: undefined,
  serverTiming: 'total;dur=0',
  closeConnection: false,
} as const

/** Whether one of the first descriptors of this process is the file. */
function isOpen(path: string): boolean {
  const { ino, dev } = statSync(path)
  return Array.from({ length: 256 }, (_, descriptor) => descriptor).some((descriptor) => {
    try {
      const found = fstatSync(descriptor)
      return found.ino === ino && found.dev === dev
    } catch {
      return false
    }
  })
}

describe('a file that is sent', () => {
  it('is closed if the runtime rejects a header', async () => {
    const folder = newFolder('send')
    const path = join(folder, 'file')
    writeFileSync(path, 'x')
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const entry = createEntry(fixedBody(200, 'text/csv', ''), {
      cacheControl: 'no-store',
      headers: { 'x-name': 'two\nlines' },
    })
    const part = { file: { open: readsFile(path), bytes: 1, type: 'text/csv' }, start: 0, length: 1 }
    await assert.rejects(sendFilePart(response, entry, delivery, part), { code: 'ERR_INVALID_CHAR' })
    assert.equal(isOpen(path), false)
    rmSync(folder, { recursive: true, force: true })
  })
})
