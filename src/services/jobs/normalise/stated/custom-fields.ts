/** Finds what the fields that an employer has added to a board say about workplace and employment. */

import { foldLetters } from '../../../../core/text/search-words.ts'

export interface CustomField {
  readonly name?: string | null | undefined
  readonly value?: unknown
}

/** Texts for `toWorkplace` and `parseEmployment`. */
export interface StatedTexts {
  readonly workplace: string[]
  readonly employment: string[]
}

const workplaceNames =
  /\b(?:work ?place|work(?:ing|site)? (?:model|arrangement|mode|style|setting|environment|policy|set ?up|options?|flexibility|format|status)|(?:location|office|remote|hybrid) (?:type|model|policy|status|mode|style|options?|flexibility|requirements?|category|attendance|presence|eligib\w*)|remote|hybrid|on ?site|in office|telework\w*|telecommut\w*|teletravail|teletrabajo|home ?office|wfh|modalidad|modalite|modalita|arbeitsmodell|arbeitsplatz|werkplek|arbetsplats|arbejdssted|tryb pracy)\b/

const employmentNames =
  /\b(?:employment|employee|worker|work|job|time|position|role|hire|hiring|engagement|assignment|staff|hours|schedule|shift) (?:sub ?)?(?:type|status|category|schedule|class\w*|length|term|duration|basis|kind|group|time)s?\b|\b(?:type|kind|length|term|basis) of (?:employment|work|job|position|contract|hire|engagement|role|worker)\b|\b(?:employment|commitment|schedule|hours|contract|contract (?:type|length|term|duration)|tenure|working (?:hours|time)|full ?time|part ?time|ft pt|permanent|temporary|intern|internship|beschaftigung\w*|anstellung\w*|arbeitszeit\w*|vertrag\w*|contrat|type de contrat|temps de travail|contrato|jornada|contratto|dienstverband|anstallning\w*|ansaettelse\w*|umow\w+|zatrudnien\w+|etat)\b/

/** Fields about people, money and law use the same words. */
const otherNames =
  /\b(?:manager|owner|recruiter|coordinator|name|id|code|number|date|reason|pay|salary|compensation|bonus|visa|law|legal|statement|disclaimer|brand|entity|url|link|description|address|email|country|city|state|region|language)\b/

const yes = /^\s*(?:yes|true|ja|oui|si|sim)\b/i
const no = /^\s*(?:no|false|nein|non|nee|nao)\s*$/i
const valuesMax = 20
const nameMax = 100

/**
 * Only fields with such a name are read: others may have names of people. If the value is yes, the name says what is the case.
 * No says only what is not: work that is neither remote nor hybrid is on site.
 */
export function readCustomFields(fields: readonly CustomField[]): StatedTexts {
  const texts: StatedTexts = { workplace: [], employment: [] }
  let denied = ''
  for (const { name, value } of fields) {
    const folded = foldLetters((name ?? '').slice(0, nameMax)).replace(/[^\p{L}\p{N}]+/gu, ' ')
    const kind = workplaceNames.test(folded)
      ? 'workplace'
      : employmentNames.test(folded)
        ? 'employment'
        : undefined
    if (kind === undefined || otherNames.test(folded)) continue
    for (const one of [value].flat().slice(0, valuesMax)) {
      const text = typeof one === 'boolean' ? String(one) : one
      if (typeof text !== 'string') continue
      if (no.test(text)) denied += ` ${folded}`
      else texts[kind].push(...(yes.test(text) ? [folded, text] : [text]))
    }
  }
  if (/\bremote\b/.test(denied) && /\bhybrid\b/.test(denied)) texts.workplace.push('on site')
  return texts
}
