/** Reduces what a list calls a vendor to its name: without legal forms, addresses, footnotes, owners and former names. */

import { countryNames } from '../../../../core/places/countries.ts'

/** Legal forms of many countries, without dots. What follows one is not part of the name. */
const legalForms = new Set(
  `inc incorporated llc ltd limited gmbh mbh corp corporation plc pbc pty pvt pte bv llp lllp sarl srl sro doo dooel kk gk
   oyj aps kft zrt nyrt ulc ltda lda eood ood jsc ojsc pjsc bhd sdn eurl sasu slu dmcc fze ug ohg ltee limitee unlimited cvba bvba vof
   limitada anonim sirketi aktiebolag aktiengesellschaft`.split(/\s+/),
)

/** They are also words, so they count only at the end or before a comma or bracket. */
const shortLegalForms = new Set(
  'co company sa ag as ab asa oy nv se sas spa kg lp sl cv sc scs ead ad ou uab sia sp rl pc dba private'.split(
    ' ',
  ),
)

/** Without its marks, the text of a list is one name or several: a trade name, and the legal entity behind it. */
export interface VendorName {
  /** Best first. */
  readonly candidates: readonly string[]
  /** The text in parentheses after the name. */
  readonly product: string | null
  /** Whether a legal form was removed. */
  readonly isLegal: boolean
}

const textMax = 300

const alias =
  /[\s,;(–—-]+(?:d\.?\/?b\.?\/?a\.?|doing business as|trading as|t\/a|operating as|o\/a|also known as|a\.?\/?k\.?\/?a\.?)[\s:]+/i
const former = /[\s,;(–—-]+(?:formerly|previously|f\.?\/?k\.?\/?a\.?)(?: known as| called)?[\s:]+/i
const owner =
  /[\s,;(–—-]+(?:(?:a|an|part|now)\s)?(?:[a-z-]+\s)?(?:wholly[ -]owned |subsidiary|division|affiliate|brand|unit|part|owned|acquired|powered)\s(?:of|by)\s.*$/i
const companyOf = /[\s,(–—-]+an?\s[^()]{1,60}\s(?:company|brand|business)\)?$/i
const affiliates =
  /[\s,(]+(?:and|&|including|incl\.?|together with)(?:\/or)?\s(?:(?:its|their|all|any|other|the)\s)*(?:affiliate|affiliated|subsidiar|group compan|group entit|related compan|local entit).*$/i

export function readVendorName(raw: string): VendorName {
  const text = raw
    .slice(0, textMax)
    .normalize('NFKC')
    .replace(/[*†‡§®™©"“”„]|\[\d+\]/g, ' ')
    .replace(/^\s*\d{1,3}[.)]\s/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(affiliates, '')
    .replace(owner, '')
    .replace(companyOf, '')
  const [current = '', ...formerNames] = text.split(former)
  const [entity = '', ...tradeNames] = current.split(alias)
  const product = /\(([^()]+)\)\s*$/.exec(entity)?.[1]?.trim() ?? null
  const main = withoutBrackets(entity)
  const cut = cutAtLegalForm(main)
  // A legal entity with a name in brackets has that name: `Functional Software, Inc. (Sentry)`.
  const bracketed = product !== null && cut !== undefined ? [product] : []
  const names = [...tradeNames, main, ...bracketed, ...formerNames].map((name) =>
    withoutAddress(withoutBrackets(name)),
  )
  return {
    candidates: [...new Set(names.filter((name) => name !== ''))],
    product: tradeNames.length > 0 || formerNames.length > 0 ? null : product,
    isLegal: cut !== undefined,
  }
}

function withoutBrackets(text: string): string {
  return text
    .replace(/\([^()]*\)?|\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Before the first legal form; undefined if there is none. */
function cutAtLegalForm(text: string): string | undefined {
  const tokens = text.split(' ')
  const forms = tokens.map((token) => token.replace(/[^\p{L}]/gu, '').toLowerCase())
  for (let at = 1; at < tokens.length; at++) {
    const form = forms[at] ?? ''
    const isEnd =
      at === tokens.length - 1 ||
      /[,;]$/.test(tokens[at] ?? '') ||
      legalForms.has(forms[at + 1] ?? '') ||
      shortLegalForms.has(forms[at + 1] ?? '')
    if (legalForms.has(form) || (shortLegalForms.has(form) && isEnd))
      return tokens
        .slice(0, at)
        .join(' ')
        .replace(/[\s,;&–—-]+$/, '')
  }
  return undefined
}

const places = new Set([
  ...[...countryNames()].map((name) => name.toLowerCase()),
  ...'usa;us;u.s.;u.s.a.;uk;u.k.;eu;europe;emea;apac;united states of america;england;the netherlands;korea'.split(
    ';',
  ),
])

/** The part before the first comma if the last one is a country, or if a later one has a number, as those of addresses do. */
function withoutAddress(text: string): string {
  const cut = cutAtLegalForm(text)
  if (cut !== undefined && cut !== '') return cut
  const [first = '', ...rest] = text.split(/,\s*/)
  const last = rest.at(-1)?.trim().toLowerCase() ?? ''
  return places.has(last) || rest.some((part) => /\d/.test(part)) ? first.trim() : text
}

/** Without the country that the name of a subsidiary ends with: `Databricks UK`, `Twilio Ireland`. */
export function withoutCountry(key: string): string {
  const words = key.split(' ')
  for (let length = Math.min(4, words.length - 1); length > 0; length--)
    if (places.has(words.slice(-length).join(' '))) return withoutCountry(words.slice(0, -length).join(' '))
  return key
}
