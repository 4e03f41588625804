/** Loads YAML files that ship with the program. */

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Static, TSchema } from 'typebox'
import { parse } from 'yaml'
import { ConfigurationError } from './errors.ts'
import { typeGuard } from './type-guard.ts'

/** Throws one `ConfigurationError` with every place where the file does not match the schema. */
export function loadYaml<Schema extends TSchema>(file: URL, schema: Schema): Static<Schema> {
  const isValid = typeGuard(schema)
  const name = basename(file.pathname)
  const content = parseYaml(readFileSync(file, 'utf8'), name)
  if (isValid(content)) return content
  const problems = isValid
    .errors(content)
    .map(({ instancePath, message }) => `${name}: ${instancePath || '/'} ${message}`)
  throw new ConfigurationError([...new Set(problems)])
}

function parseYaml(text: string, name: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new ConfigurationError([`${name}: ${cause instanceof Error ? cause.message : cause}`], { cause })
  }
}
