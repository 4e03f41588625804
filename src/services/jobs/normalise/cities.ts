/** Cities with their country and region, and city names that are ambiguous. */

import { foldPlace } from './fold.ts'

export interface City {
  readonly name: string
  readonly country: string
  readonly region?: string
}

/** `Name` or `Name REGION` per country; a region only in countries where it is shown. */
const citiesByCountry: Readonly<Record<string, string>> = {
  US: 'New York NY|Los Angeles CA|San Francisco CA|Chicago IL|Houston TX|Phoenix AZ|Philadelphia PA|San Antonio TX|San Diego CA|Dallas TX|Austin TX|Seattle WA|Denver CO|Boston MA|Atlanta GA|Miami FL|Nashville TN|Charlotte NC|Raleigh NC|Minneapolis MN|Detroit MI|Pittsburgh PA|Cleveland OH|Cincinnati OH|Las Vegas NV|Salt Lake City UT|Sacramento CA|Baltimore MD|Milwaukee WI|Indianapolis IN|St. Louis MO|Kansas City MO|New Orleans LA|Tampa FL|Orlando FL|Honolulu HI|Boise ID|Tucson AZ|Albuquerque NM|Omaha NE|Tulsa OK|Oakland CA|Sunnyvale CA|Mountain View CA|Palo Alto CA|Menlo Park CA|Cupertino CA|Santa Clara CA|Redmond WA|Bellevue WA|Burlingame CA|Edison NJ|Bend OR|Brooklyn NY|Plano TX|Fort Worth TX|Chattanooga TN|Daytona Beach FL|Lake Forest IL|Rosemont IL|Richardson TX|Washington DC|Boulder CO|Ann Arbor MI|Madison WI|Spokane WA|Grand Rapids MI|Scottsdale AZ|Des Moines IA|Toledo OH|Dayton OH|Savannah GA|Reno NV|Buffalo NY|Hoboken NJ|Jersey City NJ|Culver City CA|Remote OR|Wilmington DE',
  CA: 'Toronto ON|Montreal QC|Vancouver BC|Calgary AB|Ottawa ON|Edmonton AB|Winnipeg MB|Saskatoon SK|Mississauga ON|Quebec City QC|Halifax NS|Regina SK|Kitchener ON|Waterloo ON|Burnaby BC',
  AU: 'Sydney NSW|Melbourne VIC|Brisbane QLD|Perth WA|Adelaide SA|Canberra ACT|Hobart TAS|Darwin NT|Gold Coast QLD',
  BR: 'São Paulo SP|Rio de Janeiro RJ|Belo Horizonte MG|Brasília DF|Curitiba PR|Porto Alegre RS|Recife PE|Florianópolis SC|Campinas SP|Fortaleza CE',
  GB: 'London|Manchester|Edinburgh|Glasgow|Leeds|Liverpool|Bristol|Cardiff|Belfast|Sheffield|Brighton|Nottingham|Bath|Uxbridge|Oxford',
  IE: 'Dublin|Cork|Galway|Limerick',
  DE: 'Berlin|Munich|Hamburg|Cologne|Frankfurt|Stuttgart|Düsseldorf|Leipzig|Dresden|Hanover|Nuremberg|Bremen|Potsdam|Heidelberg|Metzingen|Karlsruhe',
  FR: 'Paris|Lyon|Marseille|Toulouse|Lille|Nantes|Bordeaux|Nice|Strasbourg|Montpellier|Lillebonne|Grenoble',
  ES: 'Madrid|Barcelona|Sevilla|Málaga|Bilbao|Vigo|Zaragoza',
  PT: 'Lisbon|Porto|Braga',
  IT: 'Milan|Rome|Turin|Bologna|Florence|Naples',
  NL: 'Amsterdam|Rotterdam|Utrecht|Eindhoven|The Hague|Delft',
  BE: 'Brussels|Antwerp|Ghent',
  CH: 'Zurich|Zürich|Geneva|Basel|Lausanne|Bern|Zug',
  AT: 'Vienna|Graz|Linz|Salzburg',
  SE: 'Stockholm|Gothenburg|Malmö|Uppsala',
  DK: 'Copenhagen|Aarhus|Odense',
  NO: 'Oslo|Bergen|Trondheim',
  FI: 'Helsinki|Tampere|Espoo|Turku',
  PL: 'Warsaw|Kraków|Wrocław|Gdańsk|Poznań',
  CZ: 'Prague|Brno|Ostrava|Karlovy Vary',
  RO: 'Bucharest|Cluj-Napoca',
  HU: 'Budapest',
  GR: 'Athens|Thessaloniki',
  BG: 'Sofia',
  EE: 'Tallinn',
  LV: 'Riga',
  LT: 'Vilnius',
  UA: 'Kyiv|Lviv',
  GE: 'Tbilisi',
  TR: 'Istanbul|Ankara',
  IL: 'Tel Aviv|Haifa|Jerusalem',
  AE: 'Dubai|Abu Dhabi',
  IN: 'Bengaluru|Hyderabad|Mumbai|Pune|Chennai|Gurugram|Noida|New Delhi|Delhi|Kolkata|Ahmedabad|Kochi',
  PK: 'Karachi|Lahore|Islamabad',
  BD: 'Dhaka',
  CN: 'Shanghai|Beijing|Shenzhen|Guangzhou|Hangzhou',
  JP: 'Tokyo|Osaka|Kyoto|Yokohama',
  KR: 'Seoul|Busan',
  TW: 'Taipei',
  TH: 'Bangkok',
  VN: 'Ho Chi Minh City|Hanoi',
  PH: 'Manila|Makati|Cebu',
  ID: 'Jakarta|Bandung',
  MY: 'Kuala Lumpur|Penang',
  NZ: 'Auckland|Wellington|Christchurch',
  ZA: 'Cape Town|Johannesburg|Durban',
  NG: 'Lagos|Abuja',
  KE: 'Nairobi',
  EG: 'Cairo',
  MA: 'Casablanca|Rabat',
  MX: 'Mexico City|Guadalajara|Monterrey|Hermosillo|Tijuana',
  CO: 'Bogota|Medellín|Cali',
  AR: 'Buenos Aires|Rosario',
  CL: 'Santiago de Chile|Valparaíso',
  PE: 'Lima',
  UY: 'Montevideo',
  CR: 'Heredia',
  PA: 'Panama City|Colon',
  DO: 'Santo Domingo',
}

/** Smaller cities with the same name: they match `Dublin, OH`, never `Dublin` alone. */
const namesakes: Readonly<Record<string, string>> = {
  US: 'Dublin OH|Dublin CA|Ontario CA|Paris TX|Athens GA|Rome GA|Manchester NH|Cambridge MA|Springfield IL|San Jose CA|Birmingham AL|Portland OR|Portland ME|Naples FL|Santiago CA|Moscow ID|Melbourne FL|Vienna VA|Berlin CT|Madrid IA|Lima OH|Cali CA',
  GB: 'Cambridge|Birmingham|Newcastle upon Tyne',
  CA: 'London ON|Cambridge ON|Springfield MB',
  CR: 'San José',
  CL: 'Santiago',
  DO: 'Santiago',
  ES: 'Santiago',
}

const aliases: Readonly<Record<string, string>> = {
  bangalore: 'Bengaluru',
  bombay: 'Mumbai',
  gurgaon: 'Gurugram',
  madras: 'Chennai',
  calcutta: 'Kolkata',
  munchen: 'Munich',
  koln: 'Cologne',
  'frankfurt am main': 'Frankfurt',
  nurnberg: 'Nuremberg',
  hannover: 'Hanover',
  wien: 'Vienna',
  praha: 'Prague',
  kobenhavn: 'Copenhagen',
  københavn: 'Copenhagen',
  goteborg: 'Gothenburg',
  lisboa: 'Lisbon',
  milano: 'Milan',
  roma: 'Rome',
  torino: 'Turin',
  warszawa: 'Warsaw',
  krakow: 'Kraków',
  wroclaw: 'Wrocław',
  gdansk: 'Gdańsk',
  kiev: 'Kyiv',
  'saint louis': 'St. Louis',
  'new york city': 'New York',
  'tel aviv-yafo': 'Tel Aviv',
  'ciudad de mexico': 'Mexico City',
  cdmx: 'Mexico City',
  'den haag': 'The Hague',
  antwerpen: 'Antwerp',
  bruxelles: 'Brussels',
  geneve: 'Geneva',
  zurich: 'Zurich',
}

/** Short forms, which must be the whole text. */
const shortForms: Readonly<Record<string, string>> = { sf: 'San Francisco', nyc: 'New York' }

const dominantCityByName = new Map<string, City>()
const citiesByName = new Map<string, City[]>()

addCities(citiesByCountry, true)
addCities(namesakes, false)

function addCities(table: Readonly<Record<string, string>>, isDominant: boolean): void {
  for (const [country, cities] of Object.entries(table)) {
    for (const entry of cities.split('|')) {
      const [, name = entry, region] = /^(.*) ([A-Z]{2,3})$/.exec(entry) ?? []
      const city = { name, country, ...(region === undefined ? {} : { region }) }
      const key = foldPlace(name)
      if (isDominant && !dominantCityByName.has(key)) dominantCityByName.set(key, city)
      citiesByName.set(key, [...(citiesByName.get(key) ?? []), city])
    }
  }
}

/** Names that do not identify a city on their own. */
const ambiguousNames = new Set([
  'cambridge',
  'springfield',
  'san jose',
  'birmingham',
  'portland',
  'santiago',
  'ontario',
  'remote',
  'colon',
])

/** The city that the name alone refers to. */
export function dominantCity(text: string): City | undefined {
  const key = foldPlace(canonicalCityName(text))
  return ambiguousNames.has(key) ? undefined : dominantCityByName.get(key)
}

export function citiesNamed(text: string): readonly City[] {
  return citiesByName.get(foldPlace(canonicalCityName(text))) ?? []
}

export function isAmbiguousCity(text: string): boolean {
  return ambiguousNames.has(foldPlace(text))
}

/** The usual English name, or the text itself. */
export function canonicalCityName(text: string): string {
  return aliases[foldPlace(text)] ?? text
}

export function cityByShortForm(text: string): string | undefined {
  return shortForms[foldPlace(text)]
}

const cityStates: Readonly<Record<string, string>> = {
  singapore: 'SG',
  'hong kong': 'HK',
  'hong kong sar': 'HK',
  luxembourg: 'LU',
  monaco: 'MC',
  macao: 'MO',
  macau: 'MO',
}

export function cityState(text: string): { name: string; country: string } | undefined {
  const country = cityStates[foldPlace(text)]
  if (country === undefined) return undefined
  const name = text.replace(/(?<!\s)\s+SAR$/i, '')
  return {
    name: name[0]?.toUpperCase() === name[0] ? name : name.replace(/\b\w/g, (letter) => letter.toUpperCase()),
    country,
  }
}
