/** The fault matrix knows the pages of single postings in the sandbox, under the names that the endpoints have there. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { jobHosts } from '../../sandbox/jobs/index.ts'
import { servicesUnderTest } from '../support/faults/services.ts'

it('pages of postings are rows on each platform that has them, and nothing else is', () => {
  const jobs = servicesUnderTest.find(({ name }) => name === 'jobs')
  const endpoints = jobHosts.flatMap(({ host, routes }) =>
    routes.map(({ method, path }) => `${method} ${host}${path}`),
  )
  assert.deepEqual(endpoints.filter((endpoint) => jobs?.rules.isRowPage?.(endpoint)).toSorted(), [
    'GET *.careers.example/jobs/{serial}',
    'GET *.icims.com/jobs/{id}/{words}/job',
    'GET *.jobs2web.com/job/{words}/{id}/',
  ])
})
