/** TrustCloud: framework sections and policies from payload files; the API behind its page is undocumented. */

import type { ControlFinding, Findings } from '../../normalise/findings.ts'
import { type Adapter, parsePayloads, payloadOrPageSteps, unreadShell, upstreamChanged } from './adapter.ts'
import { isObject, objectsIn, textAt } from './json-path.ts'

export const trustcloud: Adapter = {
  source: 'trust-trustcloud',
  provider: 'trustcloud',
  version: 1,
  bestEffort: false,
  hosts: [],
  steps: payloadOrPageSteps,
  parse(responses) {
    return responses.has('page') ? unreadShell : parsePayloads(responses, parsePayload)
  },
}

function parsePayload(payload: unknown): Findings {
  if (!isObject(payload) || !Array.isArray(payload.frameworks))
    throw upstreamChanged('The payload has no frameworks.')
  const frameworks = objectsIn(payload.frameworks)
  const controls: ControlFinding[] = []
  for (const framework of frameworks) {
    for (const section of objectsIn(framework.sections)) {
      for (const part of objectsIn(section.subsections)) {
        for (const row of objectsIn(part.programControlMapping)) {
          const key = typeof row.id === 'number' ? String(row.id) : textAt(row, 'id')
          const name = textAt(row, 'name') ?? textAt(row, 'shortName')
          const [category, description] = [textAt(section, 'title'), textAt(row, 'description')]
          // One without an id is known by its name.
          if (name !== null) controls.push({ ...(key === null ? {} : { key }), name, description, category })
        }
      }
    }
  }
  return {
    gate: 'none',
    states: {
      certifications: 'read',
      controls: 'read',
      documents: Array.isArray(payload.policies) ? 'read' : 'not_read',
    },
    // A framework without sections is not adopted.
    certifications: frameworks.flatMap((framework) => {
      const label = textAt(framework, 'name')
      return label !== null && objectsIn(framework.sections).length > 0 ? [{ label }] : []
    }),
    controls,
    documents: objectsIn(payload.policies).map((row) => ({
      title: textAt(row, 'title') ?? '',
      category: textAt(row, 'securityGroup'),
      access: 'request' as const,
    })),
  }
}
