/** The offices of the made-up employers. */

export interface City {
  readonly city: string
  readonly region: string
  readonly regionCode: string
  readonly country: string
  readonly code: string
}

const listed = `
New York|New York|NY|United States|US
San Francisco|California|CA|United States|US
Austin|Texas|TX|United States|US
Chicago|Illinois|IL|United States|US
Seattle|Washington|WA|United States|US
Boston|Massachusetts|MA|United States|US
Denver|Colorado|CO|United States|US
Atlanta|Georgia|GA|United States|US
Los Angeles|California|CA|United States|US
Miami|Florida|FL|United States|US
Charlotte|North Carolina|NC|United States|US
Dublin|Ohio|OH|United States|US
Wilmington|Delaware|DE|United States|US
Toledo|Ohio|OH|United States|US
London|England|ENG|United Kingdom|GB
Manchester|England|ENG|United Kingdom|GB
Edinburgh|Scotland|SCT|United Kingdom|GB
Bristol|England|ENG|United Kingdom|GB
Berlin|Berlin|BE|Germany|DE
Munich|Bavaria|BY|Germany|DE
Hamburg|Hamburg|HH|Germany|DE
Stuttgart|Baden-Württemberg|BW|Germany|DE
Toronto|Ontario|ON|Canada|CA
Vancouver|British Columbia|BC|Canada|CA
Montreal|Quebec|QC|Canada|CA
Paris|Île-de-France|IDF|France|FR
Lyon|Auvergne-Rhône-Alpes|ARA|France|FR
Amsterdam|Noord-Holland|NH|Netherlands|NL
Rotterdam|Zuid-Holland|ZH|Netherlands|NL
Madrid|Comunidad de Madrid|MD|Spain|ES
Barcelona|Catalonia|CT|Spain|ES
Stockholm|||Sweden|SE
Gothenburg|||Sweden|SE
Bengaluru|Karnataka|KA|India|IN
Hyderabad|Telangana|TS|India|IN
Pune|Maharashtra|MH|India|IN
Sydney|New South Wales|NSW|Australia|AU
Melbourne|Victoria|VIC|Australia|AU
São Paulo|São Paulo|SP|Brazil|BR
Dublin|||Ireland|IE
Zurich|||Switzerland|CH
Warsaw|||Poland|PL
Vienna|||Austria|AT
Helsinki|||Finland|FI
Copenhagen|||Denmark|DK
Singapore|||Singapore|SG
`

export const cities: readonly City[] = listed
  .trim()
  .split('\n')
  .map((line) => {
    const [city = '', region = '', regionCode = '', country = '', code = ''] = line.split('|')
    return { city, region, regionCode, country, code }
  })

export function citiesOf(code: string): readonly City[] {
  return cities.filter((city) => city.code === code)
}
