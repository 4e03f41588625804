/** Regions of countries by ISO 3166-2 code without the country, for countries where postings name them. */

import { foldPlace } from './fold.ts'

/** `CODE name/other name` per country. */
const regionsByCountry: Readonly<Record<string, string>> = {
  US: 'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia/Washington DC/D.C.|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York/New York State|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington/Washington State|WV West Virginia|WI Wisconsin|WY Wyoming|PR Puerto Rico|GU Guam|VI Virgin Islands',
  CA: 'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec/Québec|SK Saskatchewan|YT Yukon',
  AU: 'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  BR: 'AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro/Estado do Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo/Estado de São Paulo|SE Sergipe|TO Tocantins',
  MX: 'AGU Aguascalientes|BCN Baja California|BCS Baja California Sur|CAM Campeche|CHP Chiapas|CHH Chihuahua|CMX Ciudad de México/CDMX/Mexico City|COA Coahuila|COL Colima|DUR Durango|GUA Guanajuato|GRO Guerrero|HID Hidalgo|JAL Jalisco|MEX Estado de México|MIC Michoacán|MOR Morelos|NAY Nayarit|NLE Nuevo León|OAX Oaxaca|PUE Puebla|QUE Querétaro|ROO Quintana Roo|SLP San Luis Potosí|SIN Sinaloa|SON Sonora|TAB Tabasco|TAM Tamaulipas|TLA Tlaxcala|VER Veracruz|YUC Yucatán|ZAC Zacatecas',
  IN: 'AP Andhra Pradesh|AR Arunachal Pradesh|AS Assam|BR Bihar|CG Chhattisgarh|GA Goa|GJ Gujarat|HR Haryana|HP Himachal Pradesh|JH Jharkhand|KA Karnataka|KL Kerala|MP Madhya Pradesh|MH Maharashtra|MN Manipur|ML Meghalaya|MZ Mizoram|NL Nagaland|OD Odisha/Orissa|PB Punjab|RJ Rajasthan|SK Sikkim|TN Tamil Nadu|TS Telangana|TR Tripura|UP Uttar Pradesh|UK Uttarakhand|WB West Bengal|DL Delhi/NCT of Delhi|CH Chandigarh|PY Puducherry|JK Jammu and Kashmir|LA Ladakh',
  GB: 'ENG England|SCT Scotland|WLS Wales|NIR Northern Ireland',
  DE: 'BW Baden-Württemberg|BY Bavaria/Bayern|BE Berlin|BB Brandenburg|HB Bremen|HH Hamburg|HE Hesse/Hessen|MV Mecklenburg-Vorpommern|NI Lower Saxony/Niedersachsen|NW North Rhine-Westphalia/Nordrhein-Westfalen/NRW|RP Rhineland-Palatinate/Rheinland-Pfalz|SL Saarland|SN Saxony/Sachsen|ST Saxony-Anhalt/Sachsen-Anhalt|SH Schleswig-Holstein|TH Thuringia/Thüringen',
  FR: 'ARA Auvergne-Rhône-Alpes|BFC Bourgogne-Franche-Comté|BRE Bretagne/Brittany|CVL Centre-Val de Loire|COR Corse/Corsica|GES Grand Est|HDF Hauts-de-France|IDF Île-de-France|NOR Normandie/Normandy|NAQ Nouvelle-Aquitaine|OCC Occitanie|PDL Pays de la Loire|PAC Provence-Alpes-Côte d’Azur/PACA',
  ES: 'AN Andalucía/Andalusia|AR Aragón/Aragon|AS Asturias|CN Canarias/Canary Islands|CB Cantabria|CL Castilla y León|CM Castilla-La Mancha|CT Catalunya/Cataluña/Catalonia|EX Extremadura|GA Galicia|IB Illes Balears/Balearic Islands|RI La Rioja|MD Comunidad de Madrid/Community of Madrid|MC Región de Murcia|NC Navarra|PV País Vasco/Basque Country|VC Comunidad Valenciana/Valencian Community',
  IT: '65 Abruzzo|77 Basilicata|78 Calabria|72 Campania|45 Emilia-Romagna|36 Friuli-Venezia Giulia|62 Lazio|42 Liguria|25 Lombardia/Lombardy|57 Marche|67 Molise|21 Piemonte/Piedmont|75 Puglia/Apulia|88 Sardegna/Sardinia|82 Sicilia/Sicily|52 Toscana/Tuscany|32 Trentino-Alto Adige|55 Umbria|23 Valle d’Aosta|34 Veneto',
  NL: 'DR Drenthe|FL Flevoland|FR Friesland|GE Gelderland|GR Groningen|LI Limburg|NB Noord-Brabant/North Brabant|NH Noord-Holland/North Holland|OV Overijssel|UT Utrecht|ZE Zeeland|ZH Zuid-Holland/South Holland',
  CH: 'AG Aargau|BE Bern|BL Basel-Landschaft|BS Basel-Stadt|FR Fribourg|GE Genève/Geneva|GR Graubünden|JU Jura|LU Luzern/Lucerne|NE Neuchâtel|SG St. Gallen|SO Solothurn|SZ Schwyz|TG Thurgau|TI Ticino|VD Vaud|VS Valais|ZG Zug|ZH Zürich/Zurich',
  AT: '1 Burgenland|2 Kärnten/Carinthia|3 Niederösterreich/Lower Austria|4 Oberösterreich/Upper Austria|5 Salzburg|6 Steiermark/Styria|7 Tirol/Tyrol|8 Vorarlberg|9 Wien/Vienna',
  IE: 'C Connacht/Connaught|L Leinster|M Munster|U Ulster',
  CO: 'DC Distrito Capital/D.C./Bogotá D.C.|ANT Antioquia|ATL Atlántico|CUN Cundinamarca|VAC Valle del Cauca',
  CN: 'BJ Beijing|SH Shanghai|GD Guangdong|ZJ Zhejiang|JS Jiangsu|SC Sichuan|TJ Tianjin|HB Hubei|FJ Fujian|SD Shandong',
}

const regionCodesByCountry = new Map<string, ReadonlyMap<string, string>>()
const countriesByName = new Map<string, string[]>()
const countriesByCode = new Map<string, string[]>()

for (const [country, regions] of Object.entries(regionsByCountry)) {
  const found = new Map<string, string>()
  for (const entry of regions.split('|')) {
    const [code = '', rest = ''] = [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]
    found.set(foldPlace(code), code)
    addCountry(countriesByCode, foldPlace(code), country)
    for (const name of rest.split('/')) {
      found.set(foldPlace(name), code)
      addCountry(countriesByName, foldPlace(name), country)
    }
  }
  regionCodesByCountry.set(country, found)
}

function addCountry(map: Map<string, string[]>, key: string, country: string): void {
  map.set(key, [...(map.get(key) ?? []), country])
}

/** The code of a region of this country, by code or name. */
export function regionCodeIn(country: string, text: string): string | undefined {
  return (
    regionCodesByCountry.get(country)?.get(foldPlace(text).replaceAll('-', ' ')) ??
    regionCodesByCountry.get(country)?.get(foldPlace(text))
  )
}

export function countriesWithRegionCode(text: string): readonly string[] {
  return countriesByCode.get(foldPlace(text)) ?? []
}

export function countriesWithRegionName(text: string): readonly string[] {
  return countriesByName.get(foldPlace(text)) ?? []
}
