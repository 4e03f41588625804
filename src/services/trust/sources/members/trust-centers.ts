/** Loads the trust centers of trust-centers.yaml. */

import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { parse } from 'yaml'
import { ConfigurationError } from '../../../../core/errors.ts'
import { typeGuard } from '../../../../core/type-guard.ts'
import type { TrustMember } from '../../schema/records.ts'
import { adapters } from '../adapters/index.ts'

const file = new URL('./trust-centers.yaml', import.meta.url)

const text = Type.String({ minLength: 1, maxLength: 200 })
const url = Type.String({ pattern: '^https://' })

const isDirectory = typeGuard(
  Type.Record(
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
  ),
)

export function loadTrustCenters(): readonly TrustMember[] {
  const directory: unknown = parse(readFileSync(file, 'utf8'))
  if (!isDirectory(directory)) {
    const [error] = isDirectory.errors(directory)
    throw new ConfigurationError([`trust-centers.yaml: ${error?.instancePath} ${error?.message}`])
  }
  return Object.entries(directory).flatMap(([source, members]) => {
    const adapter = adapters.find((candidate) => candidate.source === source)
    if (!adapter) throw new ConfigurationError([`trust-centers.yaml: unknown source ${source}`])
    return members.map((member) => ({ ...member, provider: adapter.provider }))
  })
}
