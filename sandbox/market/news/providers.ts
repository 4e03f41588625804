/** News agencies that do not exist. */

export interface NewsProvider {
  readonly id: string
  readonly name: string
  readonly lang: string
  /** '' where its stories are free. */
  readonly permission: '' | 'headline' | 'provider' | 'preview'
  readonly url: string
  /** Wire services use `tag:` ids. */
  readonly hasTagIds: boolean
  readonly hasLinks: boolean
}

/** Id, name, language, permission, id format, whether headlines link to its site. */
const table = `
harbour-wire|Harbour Wire|en|provider|tag|no
ledger-daily|The Ledger Daily|en||hash|yes
tickertape|Tickertape|en|preview|hash|yes
northgate|Northgate Newswires|en|headline|tag|no
coinfold|Coinfold|en||hash|yes
press-relay|Press Relay|en|provider|hash|yes
boersenbrief|Börsenbrief|de||hash|yes
la-cote|La Cote|fr||hash|yes
el-parque|El Parqué|es||hash|yes
kabu-tsushin|株通信|ja|headline|tag|no
`

export const newsProviders: readonly NewsProvider[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', name = '', lang = '', permission = '', idFormat = '', links = ''] = line.split('|')
    return {
      id,
      name,
      lang,
      permission: permission as NewsProvider['permission'],
      url: `https://${id}.example/`,
      hasTagIds: idFormat === 'tag',
      hasLinks: links === 'yes',
    }
  })

/** Languages the real service accepts; those without an agency above have no news. */
export const newsLanguages: ReadonlySet<string> = new Set(
  'en ru de fr es pt it pl tr ar he ko ja vi th ms id zh-Hans zh-Hant ro en_IN sv'.split(' '),
)
