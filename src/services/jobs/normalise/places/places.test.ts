/** Places as boards state them, and their normalised form. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countryName } from '../../../../core/places/countries.ts'
import { parsePlaces, type RawPlace } from './places.ts'

/** Raw text; city / region / country per place; the workplace type in the text; country of the employer. */
type Vector = readonly [
  text: string,
  expected: readonly string[],
  workplace?: string | undefined,
  home?: string,
]

const vectors: readonly Vector[] = [
  ['Union, NJ', ['Union/NJ/United States']],
  ['Norddeutschland, Außendienst', ['-/-/Germany']],
  ['Nordirland', ['-/NIR/United Kingdom']],
  ['Nord Italia', ['-/-/Italy']],
  ['North India', ['-/-/India']],
  ['West Lebanon, NH', ['West Lebanon/NH/United States']],
  ['Münster', ['Münster/NW/Germany']],
  ['San Diego County', ['-/-/United States']],
  ['Außendienst Bayern', ['-/BY/Germany']],
  ['Södra Sverige', ['-/-/Sweden']],
  ['South Jersey', ['-/NJ/United States']],
  ['Remote - Midwest US', ['-/-/United States'], 'Remote'],
  ['Anchorage Airport (ANC)', ['Anchorage/AK/United States']],
  ['HCMC District 1', ['Ho Chi Minh City/SG/Vietnam']],
  ['Milano, sede centrale', ['Milan/25/Italy']],
  ['São Paulo - Faria Lima', ['São Paulo/SP/Brazil']],
  ['Milano Centrale', ['Milan/25/Italy']],
  ['Roma EUR', ['Rome/62/Italy']],
  ['Paris La Défense', ['Paris/IDF/France']],
  ['Istanbul, Levent, Turkey', ['Istanbul/34/Türkiye']],
  ['Buenos Aires, Palermo', ['Buenos Aires/C/Argentina']],
  ['Boston, Cambridge, MA', ['Boston/MA/United States', 'Cambridge/MA/United States']],
  ['Mexico City, Guadalajara', ['Mexico City/CMX/Mexico', 'Guadalajara/JAL/Mexico']],
  ['Lagos, Victoria Island, Nigeria', ['Lagos/LA/Nigeria']],
  ['Bonifacio Global City, Taguig, Philippines', ['Bonifacio/10/Philippines', 'Taguig/00/Philippines']],
  ['Panamá, Panamá', ['Panama City/8/Panama']],
  ['Bogotá D.C., Colombia', ['Bogota/DC/Colombia']],
  ['Bali', ['-/BA/Indonesia']],
  ['Bali, West Bengal, India', ['Bāli/WB/India']],
  ['Heathrow Airport', ['London/ENG/United Kingdom']],
  ['Heathrow, FL', ['Heathrow/FL/United States']],
  ['Abingdon Airport', []],
  ['Frankfurt Airport', ['Frankfurt/HE/Germany']],
  ['Quezon City, NCR', ['Quezon City/00/Philippines']],
  ['NCR', ['-/-/Philippines'], undefined, 'PH'],
  ['Sydney, Singapore, or Tokyo', ['Sydney/NSW/Australia', 'Singapore/-/Singapore', 'Tokyo/13/Japan']],
  ['Gulshan, Dhaka', ['Dhaka/C/Bangladesh']],
  ['Taipei, Xinyi', ['Taipei/TPE/Taiwan']],
  ['São Paulo - Zona Sul', ['São Paulo/SP/Brazil']],
  ['Hela Sverige', ['-/-/Sweden']],
  ['SYD/MEL/BNE', []],
  ['Filiale Bremen Hbf', ['Bremen/HB/Germany']],
  ['St.Gallen', ['Sankt Gallen/SG/Switzerland']],
  ['Lyon 3e / Part-Dieu', ['Lyon/ARA/France']],
  ['Issy-les-Moulineaux, proche métro', ['Issy-les-Moulineaux/IDF/France']],
  ['Full remote (France uniquement)', ['-/-/France'], 'Remote'],
  ['Frankfurt (Oder), Brandenburg', ['Frankfurt (Oder)/BB/Germany']],
  ['الرياض، المملكة العربية السعودية', ['Riyadh/01/Saudi Arabia']],
  ['東京・大阪', ['Tokyo/13/Japan', 'Osaka/27/Japan']],
  ['東京（渋谷）', ['Tokyo/13/Japan']],
  ['100% remoto Brasil', ['-/-/Brazil'], 'Remote'],
  ['Pan India', ['-/-/India']],
  ['Genf', ['Geneva/GE/Switzerland']],
  ['West, TX, United States', ['West/TX/United States']],
  ['Smallville, KS', ['Smallville/KS/United States']],
  ['Acme Tower', [], undefined, 'US'],
  ['North America', []],
  ['North', []],
  ['Remote - US', ['-/-/United States'], 'Remote'],
  ['Remote, United States', ['-/-/United States'], 'Remote'],
  ['United States, Remote', ['-/-/United States'], 'Remote'],
  ['Remote- National, US', ['-/-/United States'], 'Remote'],
  ['Remote (New Jersey, US)', ['-/NJ/United States'], 'Remote'],
  ['Brazil - Remote', ['-/-/Brazil'], 'Remote'],
  ['Remote-India (PEO)', ['-/-/India'], 'Remote'],
  ['New York, NY or Remote', ['New York/NY/United States'], 'Remote'],
  ['Remote - Canada or US', ['-/-/Canada', '-/-/United States'], 'Remote'],
  ['Germany/Remote', ['-/-/Germany'], 'Remote'],
  ['EU (Remote)', [], 'Remote'],
  ['EMEA', []],
  ['DACH', []],
  ['LATAM', []],
  ['APAC', []],
  ['Home Office', [], 'Remote'],
  ['standortunabhängig', [], 'Remote'],
  ['Anywhere', [], 'Remote'],
  ['Worldwide', [], 'Remote'],
  ['Remote job', [], 'Remote'],
  ['Hybrid', [], 'Hybrid'],
  ['San Francisco (Hybrid)', ['San Francisco/CA/United States'], 'Hybrid'],
  ['SF', ['San Francisco/CA/United States']],
  ['NYC', ['New York/NY/United States']],
  ['LA', ['Los Angeles/CA/United States'], undefined, 'US'],
  ['New York', ['New York/NY/United States']],
  ['London, England, United Kingdom', ['London/ENG/United Kingdom']],
  ['London, UK', ['London/ENG/United Kingdom']],
  ['Bengaluru, Karnataka, India', ['Bengaluru/KA/India']],
  ['Bengaluru Karnataka India', ['Bengaluru/KA/India']],
  ['Bangalore, India', ['Bengaluru/KA/India']],
  ['Hyderabad, IN, IN', ['Hyderabad/TS/India']],
  ['US-CA-San Francisco', ['San Francisco/CA/United States']],
  ['US-NJ-Edison', ['Edison/NJ/United States']],
  ['USA-OR-Bend', ['Bend/OR/United States']],
  ['USA-MD-Baltimore', ['Baltimore/MD/United States']],
  ['CA-San Francisco', ['San Francisco/CA/United States']],
  ['CA-Toronto', ['Toronto/ON/Canada']],
  ['FR-Paris', ['Paris/IDF/France']],
  ['CH - Zurich', ['Zurich/ZH/Switzerland']],
  ['IL-Rosemont, IL, United States', ['Rosemont/IL/United States']],
  ['Toronto, ON', ['Toronto/ON/Canada']],
  ['Toronto, Ontario', ['Toronto/ON/Canada']],
  ['London, Toronto, Ontario, Canada', ['London/ON/Canada', 'Toronto/ON/Canada']],
  [' Saskatoon, SK, CA', ['Saskatoon/SK/Canada']],
  ['Ontario, CA', ['Ontario/CA/United States']],
  ['Ontario, CA', ['-/ON/Canada'], undefined, 'CA'],
  ['CA', []],
  ['CA', ['-/-/Canada'], undefined, 'CA'],
  ['CA', ['-/CA/United States'], undefined, 'US'],
  ['Georgia', []],
  ['Georgia', ['-/GA/United States'], undefined, 'US'],
  ['Georgia', ['-/-/Georgia'], undefined, 'GE'],
  ['Atlanta, Georgia', ['Atlanta/GA/United States']],
  ['Tbilisi, Georgia', ['Tbilisi/TB/Georgia']],
  ['Atlanta,  GA', ['Atlanta/GA/United States']],
  ['charlotte, NC', ['Charlotte/NC/United States']],
  ['OAKBROOK TERRACE, Illinois', ['Oakbrook Terrace/IL/United States']],
  ['PERTH, WESTERN AUSTRALIA, Australia', ['Perth/WA/Australia']],
  ['Wilmington, DE', ['Wilmington/DE/United States']],
  ['Berlin, DE, 10557', ['Berlin/BE/Germany']],
  ['Berlin, Berlin, Germany', ['Berlin/BE/Germany']],
  ['Santiago, DO', ['Santiago/35/Dominican Republic']],
  ['Hermosillo, MX', ['Hermosillo/SON/Mexico']],
  ['Heredia (Eurocenter), CR', ['Heredia/H/Costa Rica']],
  ['LILLEBONNE, , France', ['Lillebonne/NOR/France']],
  ['Lyon, Auvergne-Rhone-Alpes, France', ['Lyon/ARA/France']],
  ['Bogota, D.C., COL', ['Bogota/DC/Colombia']],
  ['Washington, D.C.', ['Washington/DC/United States']],
  ['Richardson, TX, US, 75080', ['Richardson/TX/United States']],
  ['LAKE FOREST, IL, US, 60045-5202 +1 more…', ['Lake Forest/IL/United States']],
  ['Karlovy Vary, CZE, 36004<br/>', ['Karlovy Vary/41/Czechia']],
  ['Uxbridge, UK (ZUK131)', ['Uxbridge/ENG/United Kingdom']],
  ['United Kingdom Offsite (ZUK99)', ['-/-/United Kingdom']],
  ['Tennessee Remote Work, More...', ['-/TN/United States'], 'Remote'],
  ['Schleswig-Holstein/Berlin, Germany (ZWG133)', ['-/SH/Germany', 'Berlin/BE/Germany']],
  [
    'San Francisco, CA • New York, NY • United States',
    ['San Francisco/CA/United States', 'New York/NY/United States', '-/-/United States'],
  ],
  [
    'London; New York | Remote - UK',
    ['London/ENG/United Kingdom', 'New York/NY/United States', '-/-/United Kingdom'],
    'Remote',
  ],
  ['London & Manchester', ['London/ENG/United Kingdom', 'Manchester/ENG/United Kingdom']],
  ['Berlin & more', ['Berlin/BE/Germany']],
  ['Cali / Colombia', ['Cali/VAC/Colombia']],
  ['Bath - Newton Park', ['Bath/ENG/United Kingdom'], undefined, 'GB'],
  ['3 Locations', []],
  ['Multiple Locations', []],
  ['Various', []],
  ['Singapore', ['Singapore/-/Singapore']],
  ['Woodlands, Singapore', ['Singapore/-/Singapore']],
  ['N. Ireland - Belfast', ['Belfast/NIR/United Kingdom']],
  ['Charlotte, N. Carolina', ['Charlotte/NC/United States']],
  ['W Virginia', ['-/WV/United States']],
  ['QLD - Brisbane, Kowloon', ['Brisbane/QLD/Australia', 'Hong Kong/-/Hong Kong']],
  ['ACT - Canberra, Barton', ['Canberra/ACT/Australia']],
  ['Aachen, Vaals', ['Aachen/NW/Germany', 'Vaals/LI/Netherlands']],
  ['Regional Victoria - Ballarat', ['Ballarat/VIC/Australia']],
  ['Madrid (Chamartín)', ['Madrid/MD/Spain']],
  ['Budapest XIII. kerület', ['Budapest/BU/Hungary']],
  ['Padova - Zona Industriale', ['Padua/34/Italy']],
  ['Anywhere in the US except NY', ['-/-/United States'], 'Remote'],
  ['Remote (US, excluding California)', ['-/-/United States'], 'Remote'],
  ['Remote in the US (not CA or NY)', ['-/-/United States'], 'Remote'],
  ['Deutschland (außer Bayern), Wien', ['-/-/Germany', 'Vienna/9/Austria']],
  ['Zagreb, Hrvatska', ['Zagreb/21/Croatia']],
  ['Magyarország', ['-/-/Hungary']],
  ['zdalnie w Polsce', ['-/-/Poland'], 'Remote'],
  ['Etätyö Suomessa', ['-/-/Finland'], 'Remote'],
  ['Thuiswerken vanuit Nederland', ['-/-/Netherlands'], 'Remote'],
  ['Distans inom Sverige', ['-/-/Sweden'], 'Remote'],
  ['Rad od kuće, Srbija', ['-/-/Serbia'], 'Remote'],
  ['Hong Kong SAR', ['Hong Kong/-/Hong Kong']],
  ['Luxembourg', ['Luxembourg/LU/Luxembourg']],
  ['Morocco', ['-/-/Morocco']],
  ['São Paulo, SP, Brazil', ['São Paulo/SP/Brazil']],
  ['Sao Paulo - SP', ['São Paulo/SP/Brazil']],
  ['Amsterdam, NH, Netherlands', ['Amsterdam/NH/Netherlands']],
  ['Dublin', ['Dublin/L/Ireland']],
  ['Dublin, OH', ['Dublin/OH/United States']],
  ['Dublin, CA', ['Dublin/CA/United States']],
  ['Cambridge', ['Cambridge/-/-']],
  ['Cambridge', ['Cambridge/ENG/United Kingdom'], undefined, 'GB'],
  ['Springfield', ['Springfield/MO/United States'], undefined, 'US'],
  ['Chicago; Peoria', ['Chicago/IL/United States', 'Peoria/IL/United States']],
  ['Skopje', ['Skopje/814/North Macedonia']],
  ['Kigali', ['Kigali/01/Rwanda']],
  ['Belgrade', ['Belgrade/00/Serbia']],
  ['Hanoi', ['Hanoi/HN/Vietnam']],
  ['Zagreb', ['Zagreb/21/Croatia']],
  ['12 Mill Road:VANCOUVER', ['Vancouver/BC/Canada']],
  ['Municipality of Madrid, Spain', ['Madrid/MD/Spain']],
  ['Remote, Bosnia and Herzegovina', ['-/-/Bosnia and Herzegovina'], 'Remote'],
  ['Alexandria, Australia', ['Alexandria/-/Australia']],
  ['Little Hamlet, Utrecht, Netherlands', ['Little Hamlet/UT/Netherlands']],
  ['Hamlet am Inn, Germany', ['Hamlet am Inn/-/Germany']],
  ['Gatherers Rest, Australia', ['Gatherers Rest/-/Australia']],
  ['The Ravine, Australia', ['The Ravine/-/Australia']],
  ['Little Hamlet, Austria', ['Little Hamlet/-/Austria']],
  ['Dorfli ZH, Switzerland', ['Dorfli/ZH/Switzerland']],
  ['West Lebanon, NH', ['West Lebanon/NH/United States']],
  ['North Munich', ['Munich/BY/Germany']],
  ['Island City, NY', ['Island City/NY/United States']],
  ['Cook County, Illinois', ['-/IL/United States']],
  ['All, Kentucky, United States', ['-/KY/United States']],
  [
    'London, Birmingham, Manchester, United Kingdom',
    ['London/ENG/United Kingdom', 'Birmingham/ENG/United Kingdom', 'Manchester/ENG/United Kingdom'],
  ],
  ['San José', ['San José/SJ/Costa Rica'], undefined, 'CR'],
  ['Remote, OR', ['Remote/OR/United States']],
  ['Virginia - Washington DC Metro - Remote', ['-/VA/United States'], 'Remote'],
  ['DEU Wiesbaden - Abraham-Lincoln-Str.', ['Wiesbaden/HE/Germany']],
  ['USA DC Washington', ['Washington/DC/United States']],
  ['SF / NY', ['San Francisco/CA/United States', '-/NY/United States']],
  ['Germany (Berlin, Munich)', ['Berlin/BE/Germany', 'Munich/BY/Germany']],
  [
    'London, New York, Berlin',
    ['London/ENG/United Kingdom', 'New York/NY/United States', 'Berlin/BE/Germany'],
  ],
  ['San Francisco, CA, Austin, TX', ['San Francisco/CA/United States', 'Austin/TX/United States']],
  ['New York Office', ['New York/NY/United States']],
  ['New Orleans Office', ['New Orleans/LA/United States'], undefined, 'US'],
  ['New Haven Office', ['New Haven/CT/United States']],
  ['Cape Town Office', ['Cape Town/WC/South Africa']],
  ['New Orleans, LA', ['New Orleans/LA/United States'], undefined, 'US'],
  [
    'NYC, Portland, SF',
    ['New York/NY/United States', 'Portland/OR/United States', 'San Francisco/CA/United States'],
  ],
  ['Bridgewater Township NJ', ['Bridgewater/NJ/United States']],
  ['Mt Laurel Township', ['Mount Laurel/NJ/United States']],
  ['New Zealand Christchurch', ['Christchurch/CAN/New Zealand']],
  ['.NET', []],
  ['(BI)', []],
  ['Remote OK', [], 'Remote'],
  ['US or Brazil only', []],
  ['London Central/NW', ['London/ENG/United Kingdom']],
  ["St. John's NF", ["St. John's/NL/Canada"]],
  ['Northeastern United States', ['-/-/United States']],
  ['Washington D.C. Metro Area', ['Washington/DC/United States']],
  ['Dulles VA', ['Dulles/VA/United States']],
  ['Annapolis Junction, MD', ['Annapolis Junction/MD/United States']],
  ['Newark, CA', ['Newark/CA/United States']],
  ['Middletown Township, NJ', ['Middletown/NJ/United States']],
  ['Acme Tower, TX', ['-/TX/United States']],
  ['Turkey, Texas, United States', ['-/TX/United States']],
  ['SA - Dublin', ['Dublin/L/Ireland']],
  ...[
    'Dublin/L/Ireland',
    'Vancouver/BC/Canada',
    'Manchester/ENG/United Kingdom',
    'Geneva/GE/Switzerland',
    'Athens/I/Greece',
    'Rotterdam/ZH/Netherlands',
  ].map((place): Vector => [place.split('/')[0] as string, [place], undefined, 'US']),
  ['Berlin Head Office', ['Berlin/BE/Germany']],
  ['Headquarters - Austin, TX', ['Austin/TX/United States']],
  ['in London', ['London/ENG/United Kingdom']],
  ['Corporate Office', [], undefined, 'US'],
  ['Acme Tower (Canada)', ['-/-/Canada']],
  ['Coronation, Canada', ['Coronation/-/Canada']],
  ['London, Germany', ['London/ENG/United Kingdom', '-/-/Germany']],
  ['Guildford, Surrey', ['Guildford/ENG/United Kingdom']],
  ['Salem, IN', ['Salem/TN/India']],
  ['Trinidad and Tobago', ['-/-/Trinidad and Tobago']],
  // Codes alone: a time zone, an airport, initials.
  ['Remote - EST', [], 'Remote'],
  ['SFO', [], undefined, 'US'],
  ['Institute of Upper Galaxies Art (UGA)', []],
  ['Remote - PHL', ['-/-/Philippines'], 'Remote'],
  // Flags are codes, too.
  ['Remote, Portugal 🇵🇹', ['-/-/Portugal'], 'Remote'],
  ['🇩🇪 🇦🇹 Remote', ['-/-/Germany', '-/-/Austria'], 'Remote'],
  // A code without capitals at the end.
  ['Cluj-Napoca, CJ, ro', ['Cluj-Napoca/CJ/Romania']],
  ['Salem, or', ['Salem/OR/United States']],
  // A region that contradicts both the city and its country.
  ['Cork, England, Ireland', ['Cork/M/Ireland']],
  ['London, Ireland, UK', ['London/ENG/United Kingdom', '-/-/Ireland', '-/-/United Kingdom']],
  ['London, Hamburg, Germany', ['London/ENG/United Kingdom', 'Hamburg/HH/Germany']],
  // Cities in the names and addresses of sites.
  ['TX Lubbock 04711 ACME STORE', ['Lubbock/TX/United States']],
  ['USA-OH Dayton Main Road Suite 4', ['Dayton/OH/United States']],
  ['Depot17 Elk Grove CA', ['Elk Grove/CA/United States']],
  ['WI-Kenosha Garden Shop', ['Kenosha/WI/United States']],
  ['88 Old Mill Road Fresno, CA 93650', ['Fresno/CA/United States']],
  ['17 ELM STREET SAN JOSE, United States', ['San Jose/CA/United States']],
  ['Boise 24 W Main St, United States', ['Boise/ID/United States']],
  ['USA GA Initrode Columbus', ['Columbus/GA/United States']],
  ['US-NM-Carlsbad-17 Mill Road', ['Carlsbad/NM/United States']],
  ['IT-FI-FIRENZE-VIA ACME 3', ['Florence/52/Italy']],
  // A city in the region with its name, of which there are two.
  ['Taipei City, Taiwan', ['Taipei/TPE/Taiwan']],
  ['Hsinchu', ['Hsinchu/HSZ/Taiwan']],
  ['All Spain (remote)', ['-/-/Spain'], 'Remote'],
  ['Mission Hospital, TX', ['-/TX/United States']],
  ['Acme Institute (Carlsbad, California)', ['Carlsbad/CA/United States']],
  ['Home Office - Illinois - Chicago Metro', ['Chicago/IL/United States'], 'Remote'],
  ['USA - California - Smallville', ['Smallville/CA/United States']],
  ['Annapolis Junction', ['Annapolis Junction/MD/United States'], undefined, 'US'],
  ['Paris Crossing', ['Paris Crossing/-/United States']],
  ['Remote/Teleworker US', ['-/-/United States'], 'Remote'],
  ['EST hours (Remote)', [], 'Remote'],
  // A quarter of the large city before the dash; cities of two countries stay.
  ['Bengaluru - Whitefield', ['Bengaluru/KA/India']],
  ['Berlin - Prague', ['Berlin/BE/Germany', 'Prague/10/Czechia']],
  // Names that have no country in common are there by chance.
  ['20123 Milano MI', ['Milan/25/Italy']],
  ['Newark CA', ['Newark/CA/United States']],
  ['Capital Federal, Argentina', ['-/-/Argentina']],
  // The dot tells an abbreviation from a word.
  ['Naples, Fla.', ['Naples/FL/United States']],
  ['Windsor, Ont.', ['Windsor/ON/Canada']],
  // The region around a city is not that of the city.
  ['Lima, Lima Region, Peru', ['Lima/LMA/Peru']],
  ['Greater London', ['London/ENG/United Kingdom']],
  ['Schweizweit', ['-/-/Switzerland']],
  ['Acme AFB, Colorado', ['Acme AFB/CO/United States']],
  // No spaces between the names, and a part of the city after them.
  ['中国上海市', ['Shanghai/SH/China']],
  ['東京都新宿区', ['Tokyo/13/Japan']],
  ['東京 港区', ['Tokyo/13/Japan']],
  // Parts of a large city, also those that the gazetteer has as cities.
  ['Hamburg-Altona', ['Hamburg/HH/Germany']],
  ['Madrid - Chamartín', ['Madrid/MD/Spain']],
  ['Downtown Vancouver', ['Vancouver/BC/Canada']],
  ['North Sydney', ['Sydney/NSW/Australia']],
  ['West Saint Paul', ['West Saint Paul/MN/United States']],
  ['London Victoria', ['London/ENG/United Kingdom']],
  ['Aarhus C, Denmark', ['Aarhus/82/Denmark']],
  ['Praha 5', ['Prague/10/Czechia']],
  ['Zone 13, Doha, Qatar', ['Doha/DA/Qatar']],
  ['La Jolla', ['La Jolla/CA/United States']],
  ['Culver City, CA', ['Culver City/CA/United States']],
  // Neighbours, and a city with the name of a state.
  ['Tampa-St. Petersburg', ['Tampa/FL/United States', 'St. Petersburg/FL/United States']],
  ['Boston, New York', ['Boston/MA/United States', 'New York/NY/United States']],
  ['Rochester, New York', ['Rochester/NY/United States']],
  ['Phoenix, New York, United States', ['Phoenix/NY/United States']],
  // Words around a name, in the languages of the boards.
  ['Ganze Schweiz', ['-/-/Switzerland']],
  ['Toute la France', ['-/-/France']],
  ['100% Remote innerhalb Deutschlands', ['-/-/Germany'], 'Remote'],
  ['Trabajo remoto desde Colombia', ['-/-/Colombia'], 'Remote'],
  ['Bureaux de Paris ou Lyon', ['Paris/IDF/France', 'Lyon/ARA/France']],
  ['Zona norte de Madrid', ['Madrid/MD/Spain']],
  ['Murcia capital', ['Murcia/MC/Spain']],
  ['SP - São Paulo (Zona Sul)', ['São Paulo/SP/Brazil']],
  ['Remote within 50 miles of Chicago', ['Chicago/IL/United States'], 'Remote'],
  ['Field based - South East', [], undefined, 'GB'],
  ['Midwest Region', ['-/-/United States']],
  ['Ludwigsburg bei Stuttgart', ['Ludwigsburg/BW/Germany']],
  // The center of a city is no village elsewhere, and a quarter has no other name of a city elsewhere.
  ['Santiago Centro', ['Santiago/RM/Chile'], undefined, 'CL'],
  ['Lyon - Part-Dieu', ['Lyon/ARA/France'], undefined, 'FR'],
  ['Brighton & Hove', ['Brighton/ENG/United Kingdom']],
  // A large city at home, unless its namesake is many times as large.
  ['Córdoba', ['Córdoba/AN/Spain'], undefined, 'ES'],
  ['Córdoba', ['Córdoba/X/Argentina'], undefined, 'AR'],
  ['Birmingham', ['Birmingham/AL/United States'], undefined, 'US'],
  ['London', ['London/ENG/United Kingdom'], undefined, 'CA'],
  // Codes that ISO 3166-2 has otherwise.
  ['Monterrey, NL', ['Monterrey/NLE/Mexico']],
  ['Belfast, NI', ['Belfast/NIR/United Kingdom']],
  ['Geelong, Vic', ['Geelong/VIC/Australia']],
  ['Amsterdam, NL', ['Amsterdam/NH/Netherlands']],
  // Codes of provinces, and of states that the gazetteer has no such city in.
  ['Milan, MI, Italy', ['Milan/25/Italy']],
  ['IT-MI-Milano', ['Milan/25/Italy']],
  ['FR-75-Paris', ['Paris/IDF/France']],
  ['110 00 Praha 1, Česko', ['Prague/10/Czechia']],
  ['Via Acme 37, 20144 Milano (MI)', ['Milan/25/Italy']],
  ['Mandaluyong, NCR, Philippines', ['Mandaluyong City/00/Philippines']],
  ['Berlin, CT', ['Berlin/CT/United States']],
  ['London, NY', ['London/ENG/United Kingdom', '-/NY/United States']],
  ['IN_Bengaluru_Ecospace', ['Bengaluru/KA/India']],
  // A county is in a region.
  ['Leicestershire, UK', ['-/ENG/United Kingdom']],
  ['Windsor, Berkshire', ['Windsor/ENG/United Kingdom']],
  // Time zones are no places, and the countries beside them are.
  ['Remote - Mountain Time Zone', [], 'Remote'],
  ['US Eastern Time', ['-/-/United States']],
  ['Full Remote - France', ['-/-/France'], 'Remote'],
  ['Pacific Northwest', ['-/-/United States']],
  // One place by any of its names.
  ['București', ['Bucharest/B/Romania']],
  ['Hamilton, New Zealand', ['Hamilton/WKO/New Zealand']],
  ['Colombo', ['Colombo/1/Sri Lanka']],
  ['Newcastle upon Tyne & Wear', ['Newcastle upon Tyne/ENG/United Kingdom'], undefined, 'GB'],
  // Words for areas, offices and lists in other languages than English.
  ['Regio Utrecht', ['Utrecht/UT/Netherlands']],
  ['Zona de Sevilla', ['Sevilla/AN/Spain']],
  ['Kanton Luzern', ['Lucerne/LU/Switzerland']],
  ['Breda of Tilburg', ['Breda/NB/Netherlands', 'Tilburg/NB/Netherlands']],
  ['Malmö eller Uppsala', ['Malmö/M/Sweden', 'Uppsala/C/Sweden']],
  ['仙台オフィス', ['Sendai/04/Japan']],
  ['静岡県浜松市', ['Hamamatsu/22/Japan']],
  ['江苏南京', ['Nanjing/JS/China']],
  ['上海或北京', ['Shanghai/SH/China', 'Beijing/BJ/China']],
  ['Sydney, remote-friendly', ['Sydney/NSW/Australia'], 'Remote'],
  // Codes that nobody writes, codes of other countries, and numbers.
  ['Jordan, MN', ['Jordan/MN/United States']],
  ['Pasay, NCR, PH', ['Pasay/00/Philippines']],
  ['Bucharest, Sector 3', ['Bucharest/B/Romania']],
  ['Puebla, Pue.', ['Puebla/PUE/Mexico']],
  ['Remote - DC', ['Washington/DC/United States'], 'Remote'],
  ['Canada, Mexico', ['-/-/Canada', '-/-/Mexico']],
  ['Newcastle, UK', ['Newcastle upon Tyne/ENG/United Kingdom']],
  ['Lexington, KY', ['Lexington/KY/United States']],
  ['Ennis, Co. Clare', ['Ennis/M/Ireland']],
  ['Swords, County Dublin', ['Swords/L/Ireland']],
  ['Glasgow City', ['Glasgow/SCT/United Kingdom']],
  // The other places of a list decide, and other names of distant towns do not count.
  ['Pamplona y San Sebastián', ['Pamplona/NC/Spain', 'Donostia / San Sebastián/PV/Spain']],
  ['Granada', ['Granada/AN/Spain']],
  ['Dhaka, Gulshan', ['Dhaka/C/Bangladesh']],
  ['KL', []],
  ['Any Acme office', []],
  ['Muscat, West Bay', ['Muscat/MA/Oman']],
  ['Kochi / Trivandrum', ['Kochi/KL/India', 'Thiruvananthapuram/KL/India']],
  ['Bogor atau Bandung', ['Bogor/JB/Indonesia', 'Bandung/JB/Indonesia']],
  ['Remote, must live in Nevada', ['-/NV/United States'], 'Remote'],
  ['Elsass', ['-/GES/France']],
  ['Flandern', ['-/VLG/Belgium']],
  ['Wielkopolska', ['-/30/Poland']],
]

const structured: readonly [RawPlace, string][] = [
  [{ text: 'Colon, PA', country: 'PA', city: 'Colon' }, 'Colon/3/Panama'],
  [{ text: 'Colon, PA', country: 'PA' }, 'Colon/3/Panama'],
  [{ city: 'Madrid', region: 'Europe', country: 'ES' }, 'Madrid/MD/Spain'],
  [{ text: 'EU', city: 'Helsinki', country: 'Finland' }, 'Helsinki/18/Finland'],
  [{ city: 'Stockholm', region: 'Sweden', country: 'SE' }, 'Stockholm/AB/Sweden'],
  [{ city: 'St. Louis', region: 'MO', country: 'us' }, 'St. Louis/MO/United States'],
  [{ city: '', region: '', country: 'Canada' }, '-/-/Canada'],
  [{ city: 'Bath ', region: 'Somerset', country: 'GB' }, 'Bath/ENG/United Kingdom'],
  [{ city: 'Daytona Beach', region: 'Florida,', country: 'United States' }, 'Daytona Beach/FL/United States'],
  [{ city: 'UNAVAILABLE', region: 'N/A', country: 'USA' }, '-/-/United States'],
]

describe('places', () => {
  for (const [text, expected, workplace, home] of vectors) {
    it(`parses ${JSON.stringify(text)}${home ? ` for an employer in ${home}` : ''}`, () => {
      const read = parsePlaces([{ text }], { home })
      assert.deepEqual(read.places.map(written), expected)
      assert.equal(read.workplaces[0], workplace)
    })
  }

  for (const [raw, expected] of structured) {
    it(`parses ${JSON.stringify(raw)}`, () => {
      assert.deepEqual(parsePlaces([raw], {}).places.map(written), [expected])
    })
  }

  it('reads for which countries and parts of the world a job is remote', () => {
    for (const [text, countries, worldRegions] of [
      ['Remote in Canada', ['CA'], []],
      ['Remote (US | Canada)', ['US', 'CA'], []],
      ['Remote - US / Canada', ['US', 'CA'], []],
      ['Anywhere in the US', ['US'], []],
      ['Remote - EMEA', [], ['EMEA']],
      ['NAMER', [], ['North America']],
      ['Berlin or Remote', [], []],
      ['Germany', [], []],
    ] as const) {
      const read = parsePlaces([{ text }], {})
      assert.deepEqual([read.remoteCountries, read.worldRegions], [countries, worldRegions], text)
    }
  })

  it('reads the workplace type and the countries for remote work in the text beside an address', () => {
    const read = parsePlaces([{ text: 'Remote - Canada', city: 'Toronto', country: 'Canada' }], {})
    assert.deepEqual(
      [read.places.map(written), read.workplaces, read.remoteCountries],
      [['Toronto/ON/Canada'], ['Remote'], ['CA']],
    )
  })

  it('ignores the number of further places', () => {
    for (const [text, expected] of [
      ['Berlin & more', ['Berlin/BE/Germany']],
      ['Tennessee Remote Work, More...', ['-/TN/United States']],
      ['3 Locations', []],
      ['LAKE FOREST, IL, US +1 more…', ['Lake Forest/IL/United States']],
    ] as const) {
      assert.deepEqual(parsePlaces([{ text }], {}).places.map(written), expected, text)
    }
  })

  it('parses Remote, OR as a workplace type if the board says remote', () => {
    const read = parsePlaces([{ text: 'Remote, OR' }], { isRemote: true })
    assert.deepEqual([read.places.map(written), read.workplaces], [['-/OR/United States'], ['Remote']])
  })

  it('reads the places in the first 4,000 characters, and nothing longer than a place', () => {
    const read = (text: string) => parsePlaces([{ text }], {}).places
    const many = 'Austin, TX; '.repeat(334)
    assert.deepEqual(read(`${many}Berlin`), read('Austin, TX'))
    for (const hostile of [
      `${'a '.repeat(4000)}India`,
      `remote ${'('.repeat(4000)}${')'.repeat(4000)}`,
      `${'Berlin '.repeat(4000)}Germany`,
    ])
      assert.deepEqual(read(hostile), [])
    assert.deepEqual(parsePlaces([{ city: 'a '.repeat(4000), country: 'IN' }], {}).places, [
      { country: 'IN' },
    ])
  })

  it('returns each place once', () => {
    assert.equal(
      parsePlaces([{ text: 'Berlin' }, { text: 'BERLIN' }, { city: 'Berlin', country: 'DE' }], {}).places
        .length,
      1,
    )
  })
})

function written({ city, region, country }: { city?: string; region?: string; country?: string }): string {
  return [city, region, country && countryName(country)].map((part) => part ?? '-').join('/')
}
