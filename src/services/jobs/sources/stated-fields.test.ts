/** How many of the employment and workplace values in recorded responses are lost, by platform. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { parseJsonLd } from '../../../core/parse/json-ld.ts'
import { readCustomFields } from '../normalise/stated/custom-fields.ts'
import { parseEmployment } from '../normalise/stated/employment.ts'
import { parseWorkplace } from '../normalise/stated/workplace.ts'

const folder = recordingsDir('jobs')
const lostShareMax = 0.02

/** The names of the fields on all platforms; the text is in the field itself or in its label. */
const fieldNames = {
  employment:
    /^(?:employment_?type(?:_text|_code)?|employmentStatusLabel|typeOfEmployment|commitment|timeType|schedule|JobSchedule|WorkerType|ContractType|workLevelCode)$/i,
  workplace: /^(?:workplace_?type(?:_text|Code)?|remoteType|remoteStatus|jobLocationType|remote_details)$/i,
}
type Kind = keyof typeof fieldNames

const readers: Readonly<Record<Kind, (text: string) => boolean>> = {
  employment: (text) => parseEmployment([text]).length > 0,
  workplace: (text) => parseWorkplace([text]) !== undefined,
}

/** Says that nothing is stated. */
const isPlaceholder = (text: string) => /^(?:|none|unspecified|not specified|n\/a)$/i.test(text.trim())

function* statedTexts(node: unknown): Generator<[Kind, string]> {
  if (Array.isArray(node)) for (const item of node) yield* statedTexts(item)
  else if (node instanceof Object) {
    for (const [name, value] of Object.entries(node)) {
      if (name === 'metadata' && Array.isArray(value)) {
        const { employment, workplace } = readCustomFields(value)
        for (const text of employment) yield ['employment', text]
        for (const text of workplace) yield ['workplace', text]
      }
      for (const kind of ['employment', 'workplace'] as const)
        if (fieldNames[kind].test(name)) for (const text of textsOf(value)) yield [kind, text]
      yield* statedTexts(value)
    }
  }
}

function textsOf(value: unknown): string[] {
  const { label, shortName } = (value ?? {}) as { label?: unknown; shortName?: unknown }
  return [value, label, shortName]
    .flat()
    .filter((text): text is string => typeof text === 'string' && !isPlaceholder(text))
}

function readRecording(file: string): unknown {
  const text = readFileSync(join(folder ?? '', file), 'utf8')
  if (file.endsWith('.json')) return JSON.parse(text)
  if (file.endsWith('.html')) return parseJsonLd(text).nodes
  return [...text.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)].map(([, name = '', value]) => ({ [name]: value }))
}

describe('values that boards state', { skip: skipReason('recordings', folder) }, () => {
  const counts = new Map<string, { stated: number; lost: string[] }>()
  for (const file of globSync('**/*.{json,html,xml}', { cwd: folder ?? '.' })) {
    for (const [kind, text] of statedTexts(readRecording(file))) {
      const key = `${file.split(/[/\\]/)[0]} ${kind}`
      const count = counts.get(key) ?? { stated: 0, lost: [] }
      counts.set(key, count)
      count.stated++
      if (!readers[kind](text)) count.lost.push(text)
    }
  }

  for (const [key, { stated, lost }] of [...counts].sort()) {
    it(`${key}: less than 2% are lost`, (t) => {
      t.diagnostic(`${key}: ${lost.length} of ${stated} lost${lost.length > 0 ? `: ${lost.join('; ')}` : ''}`)
      assert.ok(lost.length / stated < lostShareMax, `${lost.length} of ${stated} lost: ${lost.join('; ')}`)
    })
  }

  it('covers most platforms', () => {
    assert.ok(counts.size >= 15, [...counts.keys()].join(', '))
  })
})
