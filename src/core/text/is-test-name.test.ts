import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTestName } from './is-test-name.ts'

describe('isTestName', () => {
  for (const name of [
    'Grayscale (Sandbox)',
    'Mitratech Partner Sandbox',
    'LinkedIn Partner Sandbox - RSC testing',
    'Blueprint Internal',
    'Connected Internal Job Board',
    'acme.wd3/Internal_Careers_for_Acquired_Entities',
    'Inbound Application Test',
    'test-company',
    'The Status Network (TEST, DO NOT REMOVE)',
    'acme-staging',
    'myInterview - Staging',
    'acmesandbox33',
    'acmeinternal.jobs.personio.com',
    'acmeinternaluseonly',
    'acmeinternaljobboard',
    'acme.wd5/non-workdayinternal',
    'leverdemo193',
  ])
    it(`recognises ${name}`, () => assert.equal(isTestName(name), true))

  for (const name of [
    'Sandbox VR',
    'SandboxAQ',
    'Kleen Test Products',
    'Global App Testing',
    'TestGorilla',
    'Democracy Works',
    'Department of Internal Affairs',
    'Direct Demo LLC',
    'contest',
    'internationalpaper',
    'internallabs',
    'sandboxvr',
  ])
    it(`accepts ${name}`, () => assert.equal(isTestName(name), false))
})
