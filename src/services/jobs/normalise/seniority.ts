/** The seniority that a title states. */

import { rememberTexts } from '../../../core/text/remember.ts'
import type { Seniority } from '../schema/vocabulary.ts'
import { fold } from './fold.ts'

/** The first rule that matches decides: a `Senior Director` is a director, an `Executive Assistant` no executive. */
const rules: readonly (readonly [Seniority, RegExp])[] = [
  [
    'Intern',
    /(?<!\p{L})(?:intern|interns|internship|trainee|apprentice|apprenticeship|working student|werkstudent(?:in)?|praktikum|praktikant(?:in)?|co-?op|ausbildung|auszubildende[rn]?|stagiaire|alternance|becari[oa])(?!\p{L})/u,
  ],
  [
    'Executive',
    /(?<!\p{L})(?:chief (?:\p{L}{2,20} ){1,3}officer|ceo|cto|cfo|coo|cmo|cio|ciso|cpo|cro|president|geschäftsführer(?:in)?)(?!\p{L})/u,
  ],
  [
    'Director',
    /(?<!\p{L})(?:director|vice president|vp|svp|evp|avp|head of|global head|direktor(?:in)?|directeur|directrice)(?!\p{L})/u,
  ],
  [
    'Manager',
    /(?<!\p{L})(?:manager|managers|supervisor|team lead|team leader|teamleiter(?:in)?|leiter(?:in)?|foreman)(?!\p{L})/u,
  ],
  ['Lead', /(?<!\p{L})(?:lead|principal|staff|distinguished|fellow)(?!\p{L})/u],
  ['Senior', /(?<!\p{L})(?:senior|sr|sénior|experienced|iii|iv)(?!\p{L})/u],
  [
    'Junior',
    /(?<!\p{L})(?:junior|jr|entry[ -]level|graduate|new grad|early career|associate|berufseinsteiger(?:in)?|débutant)(?!\p{L})/u,
  ],
  ['Mid', /(?<!\p{L})(?:mid|mid-level|intermediate|ii)(?!\p{L})/u],
]

/** Managers of things and accounts, who lead nobody. */
const noManagers =
  /(?<!\p{L})(?:account|product|project|program|programme|case|community|event|office|property|customer success|success|brand|content|marketing|campaign|partner|category|relationship|territory|sales) managers?(?!\p{L})/gu

/** `Staff Nurse` and `Chief of Staff` are no level, nor is an `Associate Director` junior. */
const noLevels =
  /(?<!\p{L})(?:chief of staff|staff (?:nurse|accountant|attorney|assistant|pharmacist)|(?:sales|retail|store|warehouse) associates?|lead generation)(?!\p{L})/gu

const textMax = 200

/** Undefined if the title does not state it. Words after `to` do not count: `Assistant to the CEO` states none. */
export const toSeniority = rememberTexts((title): Seniority | undefined => {
  const words = fold(title.slice(0, textMax).split(/ to /i)[0] ?? '')
    .replaceAll('.', '')
    .replace(noManagers, ' ')
    .replace(noLevels, ' ')
  return rules.find(([, pattern]) => pattern.test(words))?.[0]
})
