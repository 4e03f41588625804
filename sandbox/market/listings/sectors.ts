/** The provider's sectors, with some industries and a word for company names. */

export interface Sector {
  readonly name: string
  readonly trade: string
  readonly industries: readonly string[]
}

const table = `
Commercial Services|Services|Advertising/Marketing Services,Personnel Services
Communications|Telecom|Major Telecommunications,Wireless Telecommunications
Consumer Durables|Motors|Motor Vehicles,Homebuilding
Consumer Non-Durables|Foods|Food: Specialty/Candy,Apparel/Footwear
Consumer Services|Hotels|Hotels/Resorts/Cruise lines,Restaurants
Distribution Services|Supply|Wholesale Distributors,Food Distributors
Electronic Technology|Devices|Semiconductors,Telecommunications Equipment
Energy Minerals|Petroleum|Integrated Oil,Oil & Gas Production
Finance|Capital|Major Banks,Multi-Line Insurance
Government|Infrastructure|General Government
Health Services|Clinics|Managed Health Care,Services to the Health Industry
Health Technology|Pharma|Pharmaceuticals: Major,Biotechnology
Industrial Services|Engineering|Engineering & Construction,Contract Drilling
Miscellaneous|Ventures|Miscellaneous
Non-Energy Minerals|Mining|Steel,Precious Metals
Process Industries|Chemicals|Chemicals: Specialty,Containers/Packaging
Producer Manufacturing|Machinery|Industrial Machinery,Electrical Products
Retail Trade|Stores|Internet Retail,Department Stores
Technology Services|Software|Packaged Software,Internet Software/Services
Transportation|Shipping|Airlines,Marine Shipping
Utilities|Power|Electric Utilities,Water Utilities
`

export const sectors: readonly Sector[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', trade = '', industries = ''] = line.split('|')
    return { name, trade, industries: industries.split(',') }
  })
