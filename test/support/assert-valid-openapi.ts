/** Checks API documents with a validator for OpenAPI 3.1. */

import assert from 'node:assert/strict'
import { Validator } from '@seriousme/openapi-schema-validator'

export async function assertValidOpenApi(documents: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, text] of documents) {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text))
    assert.ok(valid, `${name}: ${JSON.stringify(errors)}`)
    assert.equal(validator.version, '3.1')
  }
}
