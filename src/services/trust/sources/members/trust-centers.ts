/** Loads the trust centers of trust-centers.yaml. */

import { Type } from 'typebox'
import { ConfigurationError } from '../../../../core/errors.ts'
import { loadYaml } from '../../../../core/load-yaml.ts'
import type { TrustMember } from '../../schema/records.ts'
import { adapters } from '../adapters/index.ts'

const file = new URL('./trust-centers.yaml', import.meta.url)

const text = Type.String({ minLength: 1, maxLength: 200 })
const url = Type.String({ pattern: '^https://' })

const Directory = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object(
      {
        id: text,
        name: text,
        website: url,
        url,
        handle: Type.Optional(text),
        payload_url: Type.Optional(url),
      },
      { additionalProperties: false },
    ),
  ),
)

export function loadTrustCenters(): readonly TrustMember[] {
  return Object.entries(loadYaml(file, Directory)).flatMap(([source, members]) => {
    const adapter = adapters.find((candidate) => candidate.source === source)
    if (!adapter) throw new ConfigurationError([`trust-centers.yaml: unknown source ${source}`])
    return members.map((member) => ({ ...member, provider: adapter.provider }))
  })
}
