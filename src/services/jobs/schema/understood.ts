/** How the words of a search were understood. */

import { type Static, Type } from 'typebox'
import { oneOf } from '../../../http/openapi/fields.ts'

const texts = (description: string) => Type.Array(Type.String(), { description })

const Correction = Type.Object({ from: Type.String(), to: Type.String() })

const Variants = Type.Object({
  of: Type.String({ description: 'A word of `q`.' }),
  forms: texts('What counts as the same.'),
})

const Place = Type.Object({
  text: Type.String({ description: 'The words of `q` that name it.', examples: ['münchen'] }),
  id: Type.String({ description: 'The same for all names of the place.', examples: ['DE-BY/munich'] }),
  label: Type.String({ examples: ['Munich, Germany'] }),
  applied: Type.Boolean({
    description: 'Whether only jobs in this place were found. Its words are then not among `words`.',
  }),
  reason: Type.Optional(
    oneOf(['ambiguous', 'company', 'no_jobs'], {
      description:
        'Why it was not: the words can mean something else, the name of a company has them, or no job there matches.',
    }),
  ),
})

export const Understood = Type.Object(
  {
    words: texts('Words that must match.'),
    phrases: texts('Words in quotes, which must match next to each other.'),
    excluded: texts('Words and phrases that no field but the description may have.'),
    place: Type.Optional(Place),
    corrections: Type.Array(Correction, {
      description:
        'Words that are far rarer than a similar one, which is searched for too. With `literal=true` it is not.',
    }),
    variants: Type.Array(Variants, {
      description: 'Abbreviations and other spellings that are searched for too.',
    }),
    ignored: texts('What exceeds the number of words that are searched for.'),
  },
  { $id: 'UnderstoodQuery', description: 'How the words of `q` were understood.' },
)
export type Understood = Static<typeof Understood>
