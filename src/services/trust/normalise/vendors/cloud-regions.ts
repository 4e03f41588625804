/**
 * The countries of the regions of cloud providers, by the codes of their public documentation: "AWS Regions", "Google Cloud
 * regions and zones" and "Azure regions", as of 2026.
 */

const codesByCountry: Readonly<Record<string, string>> = {
  US: `us-east-1 us-east-2 us-west-1 us-west-2 us-gov-east-1 us-gov-west-1 us-central1 us-east1 us-east4 us-east5 us-south1
us-west1 us-west2 us-west3 us-west4 eastus eastus2 centralus northcentralus southcentralus westcentralus westus westus2 westus3`,
  CA: 'ca-central-1 ca-west-1 northamerica-northeast1 northamerica-northeast2 canadacentral canadaeast',
  MX: 'mx-central-1 northamerica-south1 mexicocentral',
  BR: 'sa-east-1 southamerica-east1 brazilsouth',
  CL: 'southamerica-west1',
  IE: 'eu-west-1 northeurope',
  GB: 'eu-west-2 europe-west2 uksouth ukwest',
  FR: 'eu-west-3 europe-west9 francecentral',
  DE: 'eu-central-1 europe-west3 europe-west10 germanywestcentral',
  CH: 'eu-central-2 europe-west6 switzerlandnorth',
  SE: 'eu-north-1 europe-north2 swedencentral',
  IT: 'eu-south-1 europe-west8 europe-west12 italynorth',
  ES: 'eu-south-2 europe-southwest1 spaincentral',
  BE: 'europe-west1',
  NL: 'europe-west4 westeurope',
  FI: 'europe-north1',
  PL: 'europe-central2 polandcentral',
  NO: 'norwayeast',
  ZA: 'af-south-1 africa-south1 southafricanorth',
  BH: 'me-south-1',
  AE: 'me-central-1 uaenorth',
  IL: 'il-central-1 me-west1 israelcentral',
  QA: 'me-central1 qatarcentral',
  SA: 'me-central2',
  IN: 'ap-south-1 ap-south-2 asia-south1 asia-south2 centralindia southindia westindia',
  SG: 'ap-southeast-1 asia-southeast1 southeastasia',
  AU: 'ap-southeast-2 ap-southeast-4 australia-southeast1 australia-southeast2 australiaeast australiasoutheast australiacentral',
  ID: 'ap-southeast-3 asia-southeast2',
  MY: 'ap-southeast-5',
  TH: 'ap-southeast-7',
  NZ: 'ap-southeast-6 newzealandnorth',
  JP: 'ap-northeast-1 ap-northeast-3 asia-northeast1 asia-northeast2 japaneast japanwest',
  KR: 'ap-northeast-2 asia-northeast3 koreacentral',
  HK: 'ap-east-1 asia-east2 eastasia',
  TW: 'ap-east-2 asia-east1',
}

const countryByCode = new Map(
  Object.entries(codesByCountry).flatMap(([country, codes]) =>
    codes.split(/\s+/).map((code) => [code, country] as const),
  ),
)

/** The countries of all codes in a text: `AWS (us-east-1)`. */
export function countriesOfCloudRegions(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z\d]*(?:-[a-z\d]+){0,3}/g) ?? []
  return [...new Set(words.flatMap((word) => countryByCode.get(word) ?? []))]
}
