/** TrustCloud: framework sections and policies, from payload files; the addresses behind its page are not published. */

import type { FoundControl } from '../../normalise/findings.ts'
import { answerOf, changed, parseJson, type Reader } from './adapter.ts'
import { isObject, rowsOf, textAt } from './json-path.ts'

export const trustcloud: Reader = {
  provider: 'trustcloud',
  version: 1,
  bestEffort: false,
  hosts: [],
  steps: ({ url, payload_url }) =>
    payload_url === undefined
      ? [{ name: 'page', url, kind: 'page_read' }]
      : [{ name: 'payload', url: payload_url, kind: 'import_file' }],
  parse(answers) {
    if (answers.has('page')) return { gate: 'unread_shell', states: {} }
    const payload = parseJson(answerOf(answers, 'payload'), 'The payload')
    if (!isObject(payload) || !Array.isArray(payload.frameworks))
      throw changed('The payload holds no frameworks.')
    const frameworks = rowsOf(payload.frameworks)
    const controls = new Map<string, FoundControl>()
    for (const framework of frameworks) {
      for (const section of rowsOf(framework.sections)) {
        for (const part of rowsOf(section.subsections)) {
          for (const row of rowsOf(part.programControlMapping)) {
            const key = textAt(row, 'id') ?? String(row.id)
            const name = textAt(row, 'name') ?? textAt(row, 'shortName')
            if (name !== null && !controls.has(key)) {
              const category = textAt(section, 'title')
              controls.set(key, { key, name, description: textAt(row, 'description'), category })
            }
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
      // A framework without sections is one the company merely looks at.
      certifications: frameworks.flatMap((framework) => {
        const label = textAt(framework, 'name')
        return label !== null && rowsOf(framework.sections).length > 0 ? [{ label }] : []
      }),
      controls: [...controls.values()],
      documents: rowsOf(payload.policies).map((row) => ({
        title: textAt(row, 'title') ?? '',
        category: textAt(row, 'securityGroup'),
        access: 'request' as const,
      })),
    }
  },
}
