/** The 21 sectors of the provider, some industries in each, and the words companies of it call themselves by. */

export interface Sector {
  readonly name: string
  readonly industries: readonly string[]
  readonly trades: readonly string[]
  /** Usual price to earnings, net margin and daily deviation in percent. */
  readonly earningsMultiple: number
  readonly margin: number
  readonly sigma: number
}

/** Name, price/earnings, margin %, daily deviation %, industries, trades. */
const table = `
Commercial Services|22|9|1.6|Advertising/Marketing Services,Miscellaneous Commercial Services,Personnel Services|Services,Staffing,Media Group
Communications|14|11|1.3|Major Telecommunications,Specialty Telecommunications,Wireless Telecommunications|Telecom,Networks,Communications
Consumer Durables|15|7|1.9|Motor Vehicles,Homebuilding,Electronics/Appliances,Home Furnishings|Motors,Homes,Appliances
Consumer Non-Durables|20|10|1.1|Beverages: Non-Alcoholic,Food: Specialty/Candy,Household/Personal Care,Apparel/Footwear|Foods,Brands,Beverages
Consumer Services|23|8|1.8|Hotels/Resorts/Cruise lines,Restaurants,Broadcasting,Movies/Entertainment|Hotels,Leisure,Entertainment
Distribution Services|17|4|1.4|Wholesale Distributors,Food Distributors,Medical Distributors|Supply,Wholesale,Distribution
Electronic Technology|27|17|2.2|Semiconductors,Telecommunications Equipment,Electronic Production Equipment,Aerospace & Defense|Semiconductor,Devices,Photonics
Energy Minerals|11|10|1.9|Integrated Oil,Oil & Gas Production,Oil Refining/Marketing,Coal|Petroleum,Energy,Resources
Finance|13|22|1.4|Major Banks,Regional Banks,Investment Banks/Brokers,Multi-Line Insurance,Real Estate Investment Trusts|Bancorp,Capital,Insurance
Government|15|12|0.9|General Government|Public Works,Infrastructure,Authority
Health Services|19|6|1.7|Managed Health Care,Hospital/Nursing Management,Services to the Health Industry|Health,Clinics,Care
Health Technology|25|15|2.1|Pharmaceuticals: Major,Biotechnology,Medical Specialties|Pharma,Biosciences,Therapeutics
Industrial Services|18|8|1.9|Engineering & Construction,Contract Drilling,Oilfield Services/Equipment|Engineering,Construction,Drilling
Miscellaneous|18|8|1.8|Miscellaneous,Investment Trusts/Mutual Funds|Holdings,Group,Ventures
Non-Energy Minerals|13|11|2.3|Steel,Precious Metals,Aluminum,Construction Materials|Mining,Metals,Steel
Process Industries|17|9|1.7|Chemicals: Specialty,Containers/Packaging,Industrial Specialties|Chemicals,Packaging,Materials
Producer Manufacturing|19|10|1.7|Industrial Machinery,Electrical Products,Trucks/Construction/Farm Machinery|Industries,Machinery,Automation
Retail Trade|21|5|1.7|Internet Retail,Specialty Stores,Food Retail,Department Stores|Stores,Retail,Markets
Technology Services|30|19|2.1|Packaged Software,Internet Software/Services,Information Technology Services|Software,Systems,Data
Transportation|16|9|1.8|Airlines,Railroads,Marine Shipping,Air Freight/Couriers|Airlines,Shipping,Logistics
Utilities|16|12|1.0|Electric Utilities,Gas Distributors,Water Utilities|Power,Gas,Water
`

export const sectors: readonly Sector[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', multiple = '', margin = '', sigma = '', industries = '', trades = ''] = line.split('|')
    return {
      name,
      earningsMultiple: Number(multiple),
      margin: Number(margin) / 100,
      sigma: Number(sigma) / 100,
      industries: industries.split(','),
      trades: trades.split(','),
    }
  })
