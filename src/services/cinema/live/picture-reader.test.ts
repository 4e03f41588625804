import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../../../core/errors.ts'
import { PictureReader } from './picture-reader.ts'

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(60)])
const { signal } = new AbortController()

/** Answers each address with these bytes; others fail. */
function openReader(bytesOf: Readonly<Record<string, Buffer>>) {
  const requests: string[] = []
  const reader = new PictureReader({
    for: () => ({
      async request(url) {
        requests.push(url)
        const bytes = bytesOf[url]
        if (bytes === undefined) throw new Failure('upstream_unavailable', 'It does not answer.')
        return { status: 200, url, headers: {}, body: '', bytes, receivedAt: 0 }
      },
    }),
  })
  return { reader, requests }
}

describe('the pictures of sources', () => {
  it('are requested once, also by readers at the same time', async () => {
    const { reader, requests } = openReader({ 'https://a.example/1': jpeg })
    const read = () => reader.read('https://a.example/1', signal)
    assert.deepEqual(await Promise.all([read(), read()]), [
      { type: 'image/jpeg', bytes: jpeg },
      { type: 'image/jpeg', bytes: jpeg },
    ])
    assert.equal((await read())?.bytes, jpeg)
    assert.equal(requests.length, 1)
  })

  it('have the type that their bytes say, and are no pages, scripts or drawings', async () => {
    const texts = {
      png: Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'),
      webp: Buffer.from('RIFF0000WEBPVP8 ', 'latin1'),
      avif: Buffer.from('\0\0\0 ftypavif', 'latin1'),
      gif: Buffer.from('GIF89a000000', 'latin1'),
      page: Buffer.from('<!doctype html><script>alert(1)</script>'),
      drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
      short: Buffer.from([0xff, 0xd8, 0xff]),
    }
    const { reader } = openReader(texts)
    const types = await Promise.all(
      Object.keys(texts).map(async (url) => [url, (await reader.read(url, signal))?.type]),
    )
    assert.deepEqual(Object.fromEntries(types), {
      png: 'image/png',
      webp: 'image/webp',
      avif: 'image/avif',
      gif: 'image/gif',
      page: undefined,
      drawing: undefined,
      short: undefined,
    })
  })

  it('are not requested again at once if they could not be read', async () => {
    const { reader, requests } = openReader({})
    assert.equal(await reader.read('https://a.example/1', signal), undefined)
    assert.equal(await reader.read('https://a.example/1', signal), undefined)
    assert.equal(requests.length, 1)
  })

  it('are waited for no longer than their reader', async () => {
    const reader = new PictureReader({ for: () => ({ request: () => new Promise(() => {}) }) })
    const leave = new AbortController()
    const read = reader.read('https://a.example/1', leave.signal)
    leave.abort(new Error('gone'))
    await assert.rejects(read, /gone/)
  })
})
