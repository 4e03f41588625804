import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ErrorCode } from '../../../core/errors.ts'
import { classifyProviderResponse } from './classify-provider-response.ts'
import { type ContractId, getContract } from './contracts.ts'

const json = 'application/json'
const ownError = '{"error":{"code":"internal_error","message":"Something went wrong."}}'
type Case = readonly [
  what: string,
  ContractId,
  status: number,
  type: string,
  body: string,
  ErrorCode | undefined,
]
const cases: readonly Case[] = [
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
  [
    'a page past the last one, which is empty',
    'ideas.list',
    404,
    json,
    '{"detail":"Invalid page."}',
    undefined,
  ],
  [
    'a page past the last one elsewhere',
    'pine.list',
    404,
    json,
    '{"detail":"Invalid page."}',
    'upstream_changed',
  ],
  ['a place that is gone', 'ideas.list', 404, 'text/plain', 'not found', 'upstream_changed'],
  ['an error of its own with 200', 'ideas.list', 200, json, ownError, 'upstream_unavailable'],
  ...(
    [
      'PineFacade.GetScript',
      'PineFacade.GetVersions',
      'PineFacade.TranslateScript',
      'PineFacade.ParseTitle',
      'PineFacade.TranslateSource',
      'PriceAlerts.IsAlive',
    ] as const
  ).map((id) => [`an error of its own from ${id}`, id, 200, json, ownError, 'upstream_unavailable'] as const),
  [
    'an error of its own that names a field',
    'scanner.scan',
    200,
    json,
    '{"error":"Internal error: field index is missing"}',
    'upstream_unavailable',
  ],
  [
    'an error of its own that has the letters of a range in it',
    'scanner.scan',
    200,
    json,
    '{"error":"strange state of the arranger"}',
    'upstream_unavailable',
  ],
  [
    'a refused script, with 400',
    'PineFacade.GetScript',
    400,
    json,
    '{"error":"no such version"}',
    'not_found',
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
    'an error whose words are no words',
    'symbol.search',
    200,
    json,
    '{"error":{"message":{"toString":1},"code":{"valueOf":null}}}',
    'upstream_unavailable',
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

describe('classifyProviderResponse', () => {
  for (const [what, id, status, type, body, code] of cases) {
    it(`classifies ${what} as ${code ?? 'valid'}`, () => {
      assert.equal(
        classifyProviderResponse(getContract(id), { status, headers: { 'content-type': type }, body })?.code,
        code,
      )
    })
  }

  it('says where the columns of a market are', () => {
    const failure = classifyProviderResponse(getContract('scanner.scan'), {
      status: 400,
      headers: { 'content-type': json },
      body: '{"totalCount":0,"error":"Unknown field \\"foo\\"","data":null}',
    })
    assert.equal(failure?.message, 'Unknown column "foo".')
    assert.match(String(failure?.details?.hint), /\/v1\/screeners\/\{market\}\/metadata/)
  })

  it('forwards the provider’s message about the request, shortened and without control characters', () => {
    const failure = classifyProviderResponse(getContract('news.flow.v2'), {
      status: 400,
      headers: { 'content-type': json },
      body: JSON.stringify({ status: 'error', message: `Bad Request: \u0000${'x'.repeat(5000)}` }),
    })
    const said = String(failure?.details?.provider_says)
    assert.ok(said.startsWith('Bad Request: x'))
    assert.ok(said.length <= 200)
  })
})
