/** The schema of a change: what all services say about one, and what a service adds. */

import { type TProperties, Type } from 'typebox'
import { instant, oneOf } from '../openapi/fields.ts'

export function changeSchema<Properties extends TProperties>(
  id: string,
  types: readonly string[],
  properties: Properties,
) {
  return Type.Object(
    {
      number: Type.Integer({ description: 'Counts the changes of the service, without gaps.' }),
      type: oneOf(types),
      detected_at: instant({ description: 'When the responses that show the change were fetched.' }),
      matches: Type.Boolean({
        description: 'False if the change made it leave the filter: remove it from a mirror of the filter.',
      }),
      ...properties,
    },
    { $id: id },
  )
}
