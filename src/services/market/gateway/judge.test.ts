import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '../../../core/errors.ts'
import { type ContractId, contractOf } from '../contracts.ts'
import { judge } from './judge.ts'

const json = 'application/json'
const cases: readonly [
  what: string,
  ContractId,
  status: number,
  type: string,
  body: string,
  ErrorCode | undefined,
][] = [
  ['a good answer', 'scanner.scan', 200, json, '{"totalCount":0,"data":[]}', undefined],
  ['a bare list', 'PineFacade.ListBuiltins', 200, json, '[]', undefined],
  ['a bare word', 'PineFacade.IsAuthToGet', 200, 'text/plain', 'true', undefined],
  ['an empty window', 'calendar.economic.newsagency', 200, json, '{"status":"no_data"}', undefined],
  [
    'an unknown column',
    'scanner.scan',
    400,
    json,
    '{"totalCount":0,"error":"Unknown field \\"bid\\"","data":null}',
    'invalid_request',
  ],
  [
    'an unknown column with 200',
    'scanner.scan',
    200,
    json,
    '{"totalCount":0,"error":"Unknown field \\"bid\\""}',
    'invalid_request',
  ],
  ['an unknown preset', 'scanner.scan', 200, json, '{"error":"preset not found: x"}', 'invalid_request'],
  ['an unknown market', 'scanner.metainfo', 404, 'text/plain', '404 page not found', 'not_found'],
  ['an unknown symbol', 'OptionsCharting.GetInTimeIV', 404, 'text/plain', '', 'unknown_symbol'],
  [
    'an unknown symbol, in words',
    'OptionsCharting.PostStrategiesChart',
    404,
    json,
    '{"error":"symbol not found"}',
    'unknown_symbol',
  ],
  [
    'unsorted filters',
    'news.flow.v2',
    400,
    json,
    '{"status":"error","message":"Bad Request: filters must be sorted"}',
    'invalid_request',
  ],
  [
    'a bad request without words',
    'calendar.economic',
    400,
    json,
    '{"status":"bad_request"}',
    'invalid_request',
  ],
  [
    'a missing argument in plain text',
    'PineFacade.ListBuiltins',
    400,
    'text/plain',
    'Argument filter is not given',
    'invalid_request',
  ],
  [
    'a page for people with 200',
    'ideas.list',
    200,
    'text/html',
    '<!doctype html><title>One moment</title>',
    'upstream_refused',
  ],
  [
    'a page for people labelled as JSON',
    'ideas.list',
    200,
    json,
    '<!DOCTYPE html><p>hello',
    'upstream_refused',
  ],
  ['something that is not JSON', 'ideas.list', 200, json, '{"count": 1, "resul', 'upstream_changed'],
  ['nothing at all', 'ideas.list', 200, json, '', 'upstream_changed'],
  ['a place that is gone', 'ideas.list', 404, 'text/plain', 'not found', 'upstream_changed'],
  [
    'an error of its own with 200',
    'ideas.list',
    200,
    json,
    '{"error":{"code":"internal_error","message":"Something went wrong."}}',
    'upstream_unavailable',
  ],
  [
    'compile errors, which are an answer',
    'PineFacade.TranslateSource',
    200,
    json,
    '{"success":false,"reason":"compile_error"}',
    undefined,
  ],
  [
    'a complaining alert backend, which is an answer',
    'PriceAlerts.IsAlive',
    200,
    json,
    '{"s":"error","err":{"code":"no_such_endpoint"}}',
    undefined,
  ],
  [
    'a script nobody knows',
    'PineFacade.TranslateScript',
    200,
    json,
    '{"success":false,"reason":"unknown script"}',
    'not_found',
  ],
]

describe('judge', () => {
  for (const [what, id, status, type, body, code] of cases) {
    it(`takes ${what} for ${code ?? 'good'}`, () => {
      assert.equal(judge(contractOf(id), { status, headers: { 'content-type': type }, body })?.code, code)
    })
  }

  it('passes on what the provider says about the request, shortened and without control characters', () => {
    const failure = judge(contractOf('news.flow.v2'), {
      status: 400,
      headers: { 'content-type': json },
      body: JSON.stringify({ status: 'error', message: `Bad Request: \u0000${'x'.repeat(5000)}` }),
    })
    const said = String(failure?.details?.provider_says)
    assert.ok(said.startsWith('Bad Request: x'))
    assert.ok(said.length <= 200)
  })
})
