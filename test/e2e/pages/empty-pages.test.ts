/** On a server that has read no source yet, every page says so instead of blaming the words of the reader. */

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createAppContext } from '../../../src/app/app-context.ts'
import { createHttpApp, type HttpApp } from '../../../src/app/http-app.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { loadConfig } from '../../../src/core/config/load-config.ts'
import { newFolder } from '../../support/shared-folder.ts'

/** Every page that lists what sources fill. Those of the market are read from the provider. */
const paths = [
  '/',
  '/cinema/showtimes',
  '/cinema/showtimes?near=London',
  '/cinema/showtimes?near=London&by=movie',
  '/data/trust/companies',
  '/data/trust/companies?q=a',
  '/data/trust/vendors',
  '/data/trust/vendors?q=a',
  '/data/trust/providers',
  '/data/trust/changes',
  '/data/trust/changes?type=subprocessor.added',
  '/data/trust/compare',
  '/data/trust/compare?a=acme&b=globex',
  '/data/job-postings/jobs',
  '/data/job-postings/jobs?q=engineer',
  '/data/job-postings/collections',
  '/cinema',
  '/data',
  '/notices',
  '/search?q=engineer',
  '/status',
]

describe('pages of a server without data', () => {
  const folder = newFolder('empty-pages')
  let http: HttpApp
  let origin: string
  before(async () => {
    const env = {
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SYNC_ENABLED: 'false',
    }
    http = await createHttpApp(await createAppContext(loadConfig({ env }), { clock: systemClock }))
    origin = `http://127.0.0.1:${await http.server.listen({ host: '127.0.0.1', port: 0 })}`
  })
  after(async () => {
    await http[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const path of paths) {
    it(`say that nothing has been collected: ${path}`, async () => {
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } })
      const page = await response.text()
      assert.equal(response.status, 200)
      assert.match(page, /have been collected yet/)
      assert.doesNotMatch(page, /match(?:es)?\.|[Uu]se fewer|Remove a filter|Try another day/)
    })
  }
})
