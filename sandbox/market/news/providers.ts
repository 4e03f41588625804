/** Agencies that do not exist, the language each writes in, and what it lets anonymous readers see. */

export interface NewsProvider {
  readonly id: string
  readonly name: string
  readonly logoId: string
  readonly lang: string
  /** '' where its stories are free. */
  readonly permission: '' | 'headline' | 'provider' | 'preview'
  readonly url: string
  /** `tag` ids look like those of wire services. */
  readonly idForm: 'hash' | 'tag'
  /** Whether headlines link to its own site. */
  readonly hasLinks: boolean
}

/** Id, name, language, permission, form of ids, links; the most frequent first. */
const table = `
harbour-wire|Harbour Wire|en|provider|tag|no
ledger-daily|The Ledger Daily|en||hash|yes
tickertape|Tickertape|en|preview|hash|yes
northgate|Northgate Newswires|en|headline|tag|no
coinfold|Coinfold|en||hash|yes
macro-notes|Macro Notes|en||hash|no
press-relay|Press Relay|en|provider|hash|yes
boersenbrief|Börsenbrief|de||hash|yes
handelsfeder|Handelsfeder|de|preview|hash|yes
la-cote|La Cote|fr||hash|yes
el-parque|El Parqué|es||hash|yes
bolsa-hoje|Bolsa Hoje|pt||hash|yes
listino|Il Listino|it||hash|yes
parkiet-dzis|Parkiet Dziś|pl||hash|no
piyasa|Piyasa Günlüğü|tr||hash|no
kabu-tsushin|株通信|ja|headline|tag|no
shichang|市场早报|zh-Hans||hash|no
`

export const newsProviders: readonly NewsProvider[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', name = '', lang = '', permission = '', idForm = '', links = ''] = line.split('|')
    return {
      id,
      name,
      logoId: id,
      lang,
      permission: permission as NewsProvider['permission'],
      url: `https://${id}.example/`,
      idForm: idForm as NewsProvider['idForm'],
      hasLinks: links === 'yes',
    }
  })

/** Languages the provider knows; those without an agency have no news. */
export const newsLanguages: ReadonlySet<string> = new Set(
  'en ru de fr es pt it pl tr ar he ko ja vi th ms id zh-Hans zh-Hant ro en_IN sv'.split(' '),
)
